import type { UserRequester } from '../../../access/requester.js';
import type { AuditEvent } from '../../../auth/audit/audit-log.js';
import type { ApiRequest } from '../../api.js';

/** Returns the audit log entry of a change to a key; `keys` are ids. */
export function keyEvent(
  type: Extract<AuditEvent['type'], `apikey.${string}`>,
  { user, session }: UserRequester,
  { origin }: ApiRequest,
  keys: string,
): AuditEvent {
  return {
    ...{ type, outcome: 'success', userId: user.id, actorId: user.id },
    ...{ sessionId: session.id, reason: keys, origin },
  };
}
