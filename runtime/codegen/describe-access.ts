/**
 * Who may do what, from the rules of the config: role lists become constant tables, callbacks are bound by
 * the server.
 */
import type { AccessRule, CollectionAccess, FieldAccess, GlobalAccess } from '../config/access-config.js';
import type { AuthConfig } from '../config/auth-config.js';
import type { DraftsConfig } from '../config/collection-config.js';
import { namesOfRank, ranksOf, rolesOfList } from '../config/roles.js';
import type {
  AccessDescriptor,
  AuthDescriptor,
  CollectionAccessDescriptor,
  FieldAccessDescriptor,
  GlobalAccessDescriptor,
} from './descriptors.js';

/**
 * Roles ranked as author or above may write unless the config says otherwise (docs/spec/contract.md#access).
 */
const writerRank = 50;

/** Roles ranked as administrator or above may see and manage users unless the config says otherwise. */
const administratorRank = 90;

export function describeAuth({ roles, magicLink, invites, tokenInBody }: AuthConfig): AuthDescriptor {
  return {
    roles: ranksOf(roles),
    magicLink: magicLink ?? true,
    invites: invites ?? true,
    tokenInBody: tokenInBody ?? false,
  };
}

/** The roles that access rules are resolved with. */
export interface AccessNames {
  /** Roles that may write unless a rule says otherwise. */
  readonly writers: readonly string[];
  readonly administrators: readonly string[];
  /** The roles of a list, highest rank first, including those that `atLeast` covers. */
  resolve(list: readonly string[]): readonly string[];
}

export function namesForAccess(ranks: Readonly<Record<string, number>>): AccessNames {
  return {
    writers: namesOfRank(writerRank, ranks),
    administrators: namesOfRank(administratorRank, ranks),
    resolve: (list) => rolesOfList(list, ranks),
  };
}

export function collectionAccess(
  access: CollectionAccess,
  names: AccessNames,
  hasTrash: boolean,
): CollectionAccessDescriptor {
  const rule = (given: AnyRule | undefined): AccessDescriptor => describeRule(given, names.writers, names);
  return {
    read: describeRule(access.read, 'anyone', names),
    create: rule(access.create),
    update: rule(access.update),
    delete: rule(access.delete),
    ...(hasTrash && { purge: describeRule(access.purge, names.administrators, names) }),
  };
}

/**
 * The rules of the users collection. The built-in ones apply too: all users may access their own account, and
 * no user may change one of a higher rank.
 */
export function usersAccess(access: CollectionAccess, names: AccessNames): CollectionAccessDescriptor {
  const rule = (given: AnyRule | undefined): AccessDescriptor =>
    describeRule(given, names.administrators, names);
  return {
    read: rule(access.read),
    create: rule(access.create),
    update: rule(access.update),
    delete: rule(access.delete),
  };
}

export function globalAccess(access: GlobalAccess, names: AccessNames): GlobalAccessDescriptor {
  return {
    read: describeRule(access.read, 'anyone', names),
    update: describeRule(access.update, names.writers, names),
  };
}

/** Undefined where the config has no restriction. */
export function fieldAccess(
  { read, update }: FieldAccess,
  { resolve }: AccessNames,
): FieldAccessDescriptor | undefined {
  if (read === undefined && update === undefined) return undefined;
  return {
    ...(read === undefined ? {} : { read: resolve(read) }),
    ...(update === undefined ? {} : { update: resolve(update) }),
  };
}

// The parameters and the result of a callback do not matter here.
type AnyRule = AccessRule<(...parameters: never) => unknown>;

function describeRule(
  rule: AnyRule | undefined,
  otherwise: AccessDescriptor,
  { resolve }: AccessNames,
): AccessDescriptor {
  if (rule === undefined) return otherwise;
  return typeof rule === 'function' ? 'callback' : resolve(rule);
}

/** The roles that may see drafts, where the config names them. */
export function draftReaders(
  drafts: DraftsConfig | undefined,
  { resolve }: AccessNames,
): { readonly draftReaders?: readonly string[] } {
  const roles = typeof drafts === 'object' ? drafts.readRoles : undefined;
  return roles === undefined ? {} : { draftReaders: resolve(roles) };
}
