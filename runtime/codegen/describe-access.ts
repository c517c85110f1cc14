/** Who may do what, from the rules of the config: role lists become constant tables, callbacks are bound by the server. */
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

/** Whoever ranks as an author or above may write where a config says nothing (contract.md, section 7). */
const writerRank = 50;

/** Whoever ranks as an administrator or above may see and manage users where a config says nothing. */
const administratorRank = 90;

export function describeAuth({ roles, magicLink, invites, tokenInBody }: AuthConfig): AuthDescriptor {
  return {
    roles: ranksOf(roles),
    magicLink: magicLink ?? true,
    invites: invites ?? true,
    tokenInBody: tokenInBody ?? false,
  };
}

/** What access rules are resolved with. */
export interface AccessNames {
  /** Roles that may write unless a rule says otherwise. */
  readonly writers: readonly string[];
  readonly administrators: readonly string[];
  /** The roles of a list from the highest rank down, with those that `atLeast` means. */
  resolve(list: readonly string[]): readonly string[];
}

export function namesForAccess(ranks: Readonly<Record<string, number>>): AccessNames {
  return {
    writers: namesOfRank(writerRank, ranks),
    administrators: namesOfRank(administratorRank, ranks),
    resolve: (list) => rolesOfList(list, ranks),
  };
}

export function collectionAccess(access: CollectionAccess, names: AccessNames): CollectionAccessDescriptor {
  const rule = (given: AnyRule | undefined): AccessDescriptor => describeRule(given, names.writers, names);
  return {
    read: describeRule(access.read, 'anyone', names),
    create: rule(access.create),
    update: rule(access.update),
    delete: rule(access.delete),
  };
}

/** The rules of the users collection. Beside them stand the built-in ones: everybody their own record, nobody a higher rank. */
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

/** Undefined where a config restricts nothing. */
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

// What a callback takes and answers makes no difference here.
type AnyRule = AccessRule<(...parameters: never) => unknown>;

function describeRule(
  rule: AnyRule | undefined,
  otherwise: AccessDescriptor,
  { resolve }: AccessNames,
): AccessDescriptor {
  if (rule === undefined) return otherwise;
  return typeof rule === 'function' ? 'callback' : resolve(rule);
}

/** The roles that a config lets see drafts, where it names some. */
export function draftReaders(
  drafts: DraftsConfig | undefined,
  { resolve }: AccessNames,
): { readonly draftReaders?: readonly string[] } {
  const roles = typeof drafts === 'object' ? drafts.readRoles : undefined;
  return roles === undefined ? {} : { draftReaders: resolve(roles) };
}
