import type { AuthServices } from '../../../auth/auth-services.js';
import type { UserRecord } from '../../../auth/users/user-store.js';
import type { Connection } from '../../../storage/driver.js';
import type { ApiRequest } from '../../api.js';
import type { KnownRequester } from './manage-rule.js';

export interface AccountEvent {
  readonly type: 'user.created' | 'user.deleted';
  readonly request: ApiRequest;
  readonly requester: KnownRequester;
  readonly user: Pick<UserRecord, 'id' | 'role'>;
}

/**
 * Records in the audit log, with the requester's role, that a user was created or deleted; in the transaction
 * of that change.
 */
export function recordAccount(
  { audit }: AuthServices,
  connection: Connection,
  { type, request, requester, user }: AccountEvent,
): Promise<void> {
  const actor =
    requester.kind === 'user'
      ? { actorId: requester.user.id, sessionId: requester.session.id }
      : { actorId: `key:${requester.key.id}` };
  return audit.record(connection, {
    ...{ type, outcome: 'success', userId: user.id, reason: user.role, origin: request.origin },
    ...actor,
  });
}
