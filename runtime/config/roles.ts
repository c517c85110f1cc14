/** The built-in roles with their ranks; a higher rank outranks a lower one. */
export const roleRanks: Readonly<Record<BuiltInRole, number>> = Object.freeze({
  super_admin: 100,
  admin: 90,
  editor: 70,
  author: 50,
  customer: 30,
  guest: 10,
});

/** Name of a built-in role. */
export type BuiltInRole = 'super_admin' | 'admin' | 'editor' | 'author' | 'customer' | 'guest';

/** Marks a list made by {@link atLeast} with the role it was asked for, so that roles of the config can join it. */
export const atLeastMark: unique symbol = Symbol.for('svc.atLeast') as never;

/**
 * The roles that rank at least as high as `role`, for an access list.
 *
 * @example
 * ```ts
 * access: { read: atLeast('customer'), update: atLeast('editor') }
 * ```
 */
export function atLeast(role: BuiltInRole): readonly string[] {
  const rank = Object.hasOwn(roleRanks, role) ? roleRanks[role] : undefined;
  if (rank === undefined) {
    const known = Object.keys(roleRanks).join(', ');
    throw new TypeError(`atLeast(${JSON.stringify(role)}): there is no such role. Roles are ${known}.`);
  }
  const list = Object.entries(roleRanks)
    .filter(([, other]) => other >= rank)
    .map(([name]) => name);
  Object.defineProperty(list, atLeastMark, { value: role });
  return Object.freeze(list);
}
