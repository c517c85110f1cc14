import type { DocumentOperation } from '../../../access/scopes.js';
import type { UserRecord } from '../../../auth/users/user-store.js';
import type { AccessDescriptor, CollectionDescriptor } from '../../../codegen/descriptors.js';
import { roleRanks } from '../../../config/roles.js';
import type { OperationContext } from '../../../documents/operation-context.js';
import { decideOn } from '../../../documents/write/decide-document.js';
import { reason } from '../../../errors/reasons/reason.js';
import { ServiceError } from '../../../errors/service-error.js';
import type { JsonObject } from '../../../util/json.js';
import type { ApiRequest, Service } from '../../api.js';
import { authorize } from '../../security/authorize.js';
import { isSelf, type KnownRequester } from './manage-rule.js';
import { withOwnRecord } from './own-record.js';

/** An admitted requester. */
export interface AdmittedRequester {
  readonly requester: KnownRequester;
  /** Whether the record is the requester's own. */
  readonly self: boolean;
  /**
   * The context of operations: with the requester's rights, which include their own record whatever the
   * config says.
   */
  readonly context: OperationContext;
}

/**
 * Decides access to users, before anything else of the request is checked: every user may read and change
 * their own record; other records are for requesters whom the rule of the collection admits, by default
 * administrators. Which of these users they may manage is decided in `manage-rule.ts`.
 *
 * @throws ServiceError UNAUTHENTICATED or FORBIDDEN.
 */
export async function admit(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
  operation: DocumentOperation,
): Promise<AdmittedRequester> {
  const requester = await authorize(request, service, { kind: 'user' });
  // `authorize` has refused anonymous requests; TypeScript cannot infer that.
  if (requester.kind === 'anonymous')
    throw new ServiceError('UNAUTHENTICATED', reason('access.loginRequired'));
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
 * Evaluates the config's rule again if it is a callback: in the transaction, on the stored document.
 *
 * @throws ServiceError FORBIDDEN
 */
export async function admitUserWrite(
  { self, context }: AdmittedRequester,
  descriptor: CollectionDescriptor,
  operation: DocumentOperation,
  { data, user }: { readonly data: JsonObject; readonly user: UserRecord | null },
): Promise<void> {
  if (self) return;
  const subject = user === null ? { data } : { id: user.id, data, document: asDocument(user) };
  await decideOn(context.access, { descriptor, operation, subject });
}

/** A user record is the stored document, which is JSON. */
export function asDocument(user: UserRecord): JsonObject {
  return user as JsonObject;
}

function isLetIn(requester: KnownRequester, rule: AccessDescriptor | undefined): boolean {
  // docs/spec/auth.md#scopes: scopes never cover users.
  if (requester.role === null) return false;
  if (rule === undefined) return requester.rank >= roleRanks.admin;
  // A callback runs later, when the document is known.
  return rule === 'anyone' || rule === 'callback' || rule.includes(requester.role);
}

function denied(requester: KnownRequester, operation: DocumentOperation): ServiceError {
  const { role } = requester;
  return new ServiceError(
    'FORBIDDEN',
    role === null
      ? reason('user.othersDeniedToKey', { operation })
      : reason('user.othersDeniedToRole', { role, operation }),
  );
}
