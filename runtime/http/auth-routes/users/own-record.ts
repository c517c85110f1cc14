import type { DocumentAccess } from '../../../access/document-access.js';
import type { CollectionDescriptor } from '../../../codegen/descriptors.js';
import type { OperationContext } from '../../../documents/operation-context.js';

/**
 * Returns the context with access to the requester's own record: docs/spec/auth.md#users grants it to every
 * user, whatever rule for reading users a config has. Rights on fields do not change.
 */
export function withOwnRecord(
  context: OperationContext,
  users: CollectionDescriptor,
  id: string,
): OperationContext {
  const { requestId, access } = context;
  if (access === null) return context;
  return {
    requestId,
    // Created on first use, since most requests do not need it.
    get req() {
      return context.req;
    },
    get scope() {
      return context.scope;
    },
    access: ownAccess(access, users, id),
  };
}

function ownAccess(access: DocumentAccess, users: CollectionDescriptor, id: string): DocumentAccess {
  const { requester, fields } = access;
  return {
    requester,
    fields,
    read: (document, one) =>
      document.slug === users.slug && document.kind === 'collection' && one === id
        ? { allowed: true, where: null }
        : access.read(document, one),
    verdict: (document, operation) => access.verdict(document, operation),
    admit: (document, operation, subject) => access.admit(document, operation, subject),
    seeing: (where) => access.seeing(where),
  };
}
