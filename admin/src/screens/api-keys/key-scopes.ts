/**
 * The scopes of an API key in a form: `posts:read`, `globals.site:update`, `posts.fee.amount:read`, `*:read`.
 */
import type { AdminFieldMeta, AdminMeta, Permission } from '../../../../runtime/codegen/admin-meta.js';

export type ScopeOperation = 'read' | 'create' | 'update' | 'delete';

/** Those of collections. */
export const collectionOperations: readonly ScopeOperation[] = ['read', 'create', 'update', 'delete'];
const globalOperations: readonly ScopeOperation[] = ['read', 'update'];
export const fieldOperations: readonly ScopeOperation[] = ['read', 'update'];

/** The target for every collection and global except users. */
export const everything = '*';

/** A target of scopes: a collection, a global, or all of them. */
export interface ScopeTarget {
  /** The name in a scope: `posts`, `globals.site`, `*`. */
  readonly name: string;
  readonly label: string;
  readonly kind: 'everything' | 'collection' | 'global';
  readonly operations: readonly ScopeOperation[];
  /**
   * Whether the requester may grant each operation. A requester grants only what they may do themselves; only
   * a super_admin grants what a callback decides (`row`).
   */
  readonly grantable: Readonly<Record<ScopeOperation, Permission>>;
  /** Paths of the fields that a scope can name. A field with its own access lists needs such a scope. */
  readonly fields: readonly string[];
}

/**
 * Returns everything that the requester may see as targets, `*` first. `everythingLabel` is the label of `*`.
 */
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

/** What names the routes of the config in a scope: `routes:subscribe`, or `routes:*` for all of them. */
const routesName = 'routes';

/** A route of the config, or all of them, as a scope. */
export interface RouteScope {
  readonly scope: string;
  readonly label: string;
  readonly grantable: Permission;
}

/** The scopes of the routes of the config, all of them first; empty without routes. */
export function routeScopes({ routes = [], auth }: AdminMeta, allLabel: string): readonly RouteScope[] {
  if (routes.length === 0) return [];
  const isSuper = auth?.user.role === 'super_admin';
  const own = routes.map(({ id, label, can }) => ({
    scope: `${routesName}:${id}`,
    label,
    grantable: isSuper || can,
  }));
  const all = own.every(({ grantable }) => grantable === true);
  return [{ scope: `${routesName}:*`, label: allLabel, grantable: all }, ...own];
}

/**
 * The chosen scopes, each with one operation: `posts:*` is expanded. Scopes with unknown names are kept
 * unchanged.
 */
export type ScopeSelection = ReadonlySet<string>;

/** Converts the scopes of a stored key to a selection. */
export function readScopes(scopes: readonly string[], targets: readonly ScopeTarget[]): ScopeSelection {
  return new Set(
    scopes.flatMap((scope) => {
      const [name = '', operation = ''] = scope === everything ? [everything, '*'] : scope.split(':');
      if (operation !== '*' || name === routesName) return [scope];
      return operationsOf(name, targets).map((each) => `${name}:${each}`);
    }),
  );
}

/** Returns the scopes for the API, sorted, with `:*` where all operations are chosen. */
export function writeScopes(selection: ScopeSelection, targets: readonly ScopeTarget[]): readonly string[] {
  const nameOf = (scope: string): string => scope.slice(0, scope.lastIndexOf(':'));
  const names = new Set([...selection].map(nameOf));
  const written = [...names].flatMap((name) => {
    const isAll =
      name !== routesName &&
      operationsOf(name, targets).every((operation) => selection.has(`${name}:${operation}`));
    return isAll ? [`${name}:*`] : [...selection].filter((scope) => nameOf(scope) === name);
  });
  return written.sort();
}

/** The operations that a name allows; fields and globals have two. */
function operationsOf(name: string, targets: readonly ScopeTarget[]): readonly ScopeOperation[] {
  return targets.find((target) => target.name === name)?.operations ?? fieldOperations;
}

/** Returns the selection with a scope added or removed. */
export function withScope(selection: ScopeSelection, scope: string, isOn: boolean): ScopeSelection {
  const next = new Set(selection);
  if (isOn) next.add(scope);
  else next.delete(scope);
  return next;
}

/** Whether an operation is granted, by its own scope or by `*`; null where it is not. */
export function isOpen(
  selection: ScopeSelection,
  name: string,
  operation: ScopeOperation,
): 'own' | 'everything' | null {
  if (selection.has(`${name}:${operation}`)) return 'own';
  return selection.has(`${everything}:${operation}`) ? 'everything' : null;
}

/** The field scopes of a target: `posts.fee.amount` belongs to `posts`. */
export function fieldScopesOf(selection: ScopeSelection, { name }: ScopeTarget): readonly string[] {
  return [...selection].filter((scope) => scope.startsWith(`${name}.`)).sort();
}
