import type { DocumentAccess } from '../../access/document-access.js';
import type { DocumentOperation } from '../../access/scopes.js';
import type { Permission } from '../../codegen/admin-meta.js';
import type {
  AccessDescriptor,
  CollectionDescriptor,
  DocumentDescriptor,
} from '../../codegen/descriptors.js';
import { isSuperAdmin } from '../auth-routes/users/manage-rule.js';

/** Returns what scopes and role lists decide; `row` if only a callback can decide. */
export function permissionOf(
  access: DocumentAccess,
  document: DocumentDescriptor,
  operation: DocumentOperation,
): Permission {
  const verdict = access.verdict(document, operation);
  return verdict === 'ask' ? 'row' : verdict === 'allowed';
}

export interface CollectionPermissions {
  readonly read: Permission;
  readonly create: Permission;
  readonly update: Permission;
  readonly delete: Permission;
  /** With a trash only. */
  readonly purge?: Permission;
}

export function collectionPermissions(
  access: DocumentAccess,
  collection: CollectionDescriptor,
): CollectionPermissions {
  if (collection.builtIn === 'users') return usersPermissions(access, collection);
  return {
    read: permissionOf(access, collection, 'read'),
    create: permissionOf(access, collection, 'create'),
    update: permissionOf(access, collection, 'update'),
    delete: permissionOf(access, collection, 'delete'),
    ...(collection.trash && { purge: permissionOf(access, collection, 'purge') }),
  };
}

/**
 * Users have rules of their own besides those of the config (docs/spec/auth.md#users): every user changes
 * their own record, and only a super_admin manages users of every rank.
 */
function usersPermissions(access: DocumentAccess, users: CollectionDescriptor): CollectionPermissions {
  const { requester } = access;
  const role = requester.kind === 'anonymous' ? null : requester.role;
  const letIn = (operation: DocumentOperation): boolean => isLetIn(role, users.access?.[operation]);
  const overall = (operation: DocumentOperation): Permission => {
    if (!letIn(operation)) return false;
    const byCallback = users.access?.[operation] === 'callback';
    return isSuperAdmin(requester) && !byCallback ? true : 'row';
  };
  const update = overall('update');
  return {
    read: overall('read'),
    create: letIn('create') && (users.access?.create === 'callback' ? 'row' : true),
    update: update === false && requester.kind === 'user' ? 'row' : update,
    delete: overall('delete'),
  };
}

/** Whether a rule admits a role at all; a callback runs later, when the document is known. */
export function isLetIn(role: string | null, rule: AccessDescriptor | undefined): boolean {
  if (role === null || rule === undefined) return false;
  return rule === 'anyone' || rule === 'callback' || rule.includes(role);
}
