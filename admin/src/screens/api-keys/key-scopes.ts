/** The scopes of an API key while they are chosen: `posts:read`, `globals.site:update`, `posts.fee.amount:read`, `*:read`. */
import type { AdminFieldMeta, AdminMeta, Permission } from '../../../../runtime/codegen/admin-meta.js';

export type ScopeOperation = 'read' | 'create' | 'update' | 'delete';

const collectionOperations: readonly ScopeOperation[] = ['read', 'create', 'update', 'delete'];
const globalOperations: readonly ScopeOperation[] = ['read', 'update'];
export const fieldOperations: readonly ScopeOperation[] = ['read', 'update'];

/** What `*` names: every collection and global, but never users. */
export const everything = '*';

/** Something that scopes can name. */
export interface ScopeTarget {
  /** As a scope has it: `posts`, `globals.site`, `*`. */
  readonly name: string;
  readonly label: string;
  readonly kind: 'everything' | 'collection' | 'global';
  readonly operations: readonly ScopeOperation[];
  /** Whether the requester may give it: nobody gives what they may not do; what a callback decides (`row`), only a super_admin. */
  readonly grantable: Readonly<Record<ScopeOperation, Permission>>;
  /** Paths of fields that can be named: without, fields with access lists of their own stay closed. */
  readonly fields: readonly string[];
}

/** What the requester sees of the service, as targets; `*` first. `everythingLabel` is its name for people. */
export function scopeTargets(meta: AdminMeta, everythingLabel: string): readonly ScopeTarget[] {
  const isSuper = meta.auth?.user.role === 'super_admin';
  const given = (permission: Permission): Permission => (isSuper ? true : permission);
  const collections = meta.collections
    .filter(({ slug }) => slug !== 'users')
    .map((one): ScopeTarget => {
      const { read, create, update, delete: remove } = one.can;
      return {
        ...{ name: one.slug, label: one.labels.plural, kind: 'collection', operations: collectionOperations },
        grantable: { read: given(read), create: given(create), update: given(update), delete: given(remove) },
        fields: pathsOf(one.fields),
      };
    });
  const globals = meta.globals
    .filter(({ slug }) => slug !== 'system')
    .map(
      (one): ScopeTarget => ({
        ...{ name: `globals.${one.slug}`, label: one.label, kind: 'global', operations: globalOperations },
        grantable: { read: given(one.can.read), create: true, update: given(one.can.update), delete: true },
        fields: pathsOf(one.fields),
      }),
    );
  const all = [...collections, ...globals];
  const ofAll = (operation: ScopeOperation): Permission =>
    all.every(({ grantable }) => grantable[operation] === true);
  return [
    {
      ...{ name: everything, label: everythingLabel, kind: 'everything', operations: collectionOperations },
      grantable: {
        read: ofAll('read'),
        create: ofAll('create'),
        update: ofAll('update'),
        delete: ofAll('delete'),
      },
      fields: [],
    },
    ...all,
  ];
}

function pathsOf(fields: readonly AdminFieldMeta[]): readonly string[] {
  return fields.flatMap(({ path, fields: nested = [], blocks = [] }) => [
    path,
    ...pathsOf(nested),
    ...new Set(blocks.flatMap((block) => pathsOf(block.fields))),
  ]);
}

/** The chosen scopes, each with one operation: `posts:*` is spread out. What names nothing that is known here stays as it is. */
export type ScopeSelection = ReadonlySet<string>;

export function readScopes(scopes: readonly string[], targets: readonly ScopeTarget[]): ScopeSelection {
  return new Set(
    scopes.flatMap((scope) => {
      const [name = '', operation = ''] = scope === everything ? [everything, '*'] : scope.split(':');
      if (operation !== '*') return [scope];
      return operationsOf(name, targets).map((each) => `${name}:${each}`);
    }),
  );
}

/** The same for the API, short where all operations are chosen, and sorted. */
export function writeScopes(selection: ScopeSelection, targets: readonly ScopeTarget[]): readonly string[] {
  const nameOf = (scope: string): string => scope.slice(0, scope.lastIndexOf(':'));
  const names = new Set([...selection].map(nameOf));
  const written = [...names].flatMap((name) => {
    const isAll = operationsOf(name, targets).every((operation) => selection.has(`${name}:${operation}`));
    return isAll ? [`${name}:*`] : [...selection].filter((scope) => nameOf(scope) === name);
  });
  return written.sort();
}

/** Operations that fit a name: two for fields and globals. */
function operationsOf(name: string, targets: readonly ScopeTarget[]): readonly ScopeOperation[] {
  return targets.find((target) => target.name === name)?.operations ?? fieldOperations;
}

export function withScope(selection: ScopeSelection, scope: string, isOn: boolean): ScopeSelection {
  const next = new Set(selection);
  if (isOn) next.add(scope);
  else next.delete(scope);
  return next;
}

/** Whether an operation is open: by a scope of its own, or by `*`. */
export function isOpen(
  selection: ScopeSelection,
  name: string,
  operation: ScopeOperation,
): 'own' | 'everything' | null {
  if (selection.has(`${name}:${operation}`)) return 'own';
  return selection.has(`${everything}:${operation}`) ? 'everything' : null;
}

/** Field scopes of a target: `posts.fee.amount` has `posts` as its target. */
export function fieldScopesOf(selection: ScopeSelection, { name }: ScopeTarget): readonly string[] {
  return [...selection].filter((scope) => scope.startsWith(`${name}.`)).sort();
}
