import type { DocumentOperation } from '../../../access/scopes.js';
import type { UserRecord } from '../../../auth/users/user-store.js';
import type { AccessDescriptor, CollectionDescriptor } from '../../../codegen/descriptors.js';
import { roleRanks } from '../../../config/roles.js';
import type { OperationContext } from '../../../documents/operation.js';
import { ServiceError } from '../../../errors/service-error.js';
import type { JsonObject } from '../../../util/json.js';
import type { ApiRequest, Service } from '../../api.js';
import { authorize } from '../../authorize.js';
import { isSelf, type KnownRequester } from './manage-rule.js';
import { withOwnRecord } from './own-record.js';

/** Whoever was let in. */
export interface Admission {
  readonly requester: KnownRequester;
  /** The record is the requester's own. */
  readonly self: boolean;
  /** What operations get: with the requester's rights, which open their own record whatever the config says. */
  readonly context: OperationContext;
}

/**
 * Who may come near users at all, before anything else of the request is looked at: everybody to read and change their own record;
 * to the others whom the rule of the collection lets, which is administrators unless the config says otherwise. Which of them they
 * may manage is for `manage-rule.ts`.
 *
 * @throws ServiceError UNAUTHENTICATED or FORBIDDEN.
 */
export async function admit(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
  operation: DocumentOperation,
): Promise<Admission> {
  const requester = await authorize(request, service, { kind: 'user' });
  // `authorize` has refused anonymous requests; TypeScript cannot know.
  if (requester.kind === 'anonymous') throw new ServiceError('UNAUTHENTICATED', 'This needs a login.');
  const id = request.params['id'];
  const self = id !== undefined && isSelf(requester, id) && (operation === 'read' || operation === 'update');
  if (!self && !isLetIn(requester, descriptor.access?.[operation])) throw denied(requester, operation);
  const { context } = request;
  return {
    requester,
    self,
    context: self && id !== undefined ? withOwnRecord(context, descriptor, id) : context,
  };
}

/**
 * Asks the config's rule once more, where it is a callback: in the transaction, on the document as it is stored.
 *
 * @throws ServiceError FORBIDDEN
 */
export async function admitWrite(
  { self, context }: Admission,
  descriptor: CollectionDescriptor,
  operation: DocumentOperation,
  { data, user }: { readonly data: JsonObject; readonly user: UserRecord | null },
): Promise<void> {
  if (self || context.access === null) return;
  if (user === null) return context.access.admit(descriptor, operation, { data });
  await context.access.admit(descriptor, operation, { id: user.id, data, document: asDocument(user) });
}

/** A record is the stored document, and that is JSON. */
export function asDocument(user: UserRecord): JsonObject {
  return user as JsonObject;
}

function isLetIn(requester: KnownRequester, rule: AccessDescriptor | undefined): boolean {
  // auth.md, section 7: scopes never cover users.
  if (requester.role === null) return false;
  if (rule === undefined) return requester.rank >= roleRanks.admin;
  // A callback is asked where the document is at hand.
  return rule === 'anyone' || rule === 'callback' || rule.includes(requester.role);
}

function denied(requester: KnownRequester, operation: DocumentOperation): ServiceError {
  const who = requester.role === null ? 'An API key with scopes' : `With the role ${requester.role} one`;
  return new ServiceError('FORBIDDEN', `${who} may not ${operation} other users.`);
}
