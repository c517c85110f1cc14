import type { ApiRequest, Reply, Service } from '../api.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { authOf, authorizeUser } from '../security/authorize.js';
import { messageReply } from './replies.js';

/** `DELETE /api/auth/sessions`: ends every session of the user except the current one. */
export async function revokeOtherSessions(request: ApiRequest, service: Service): Promise<Reply> {
  const { user, session } = await authorizeUser(request, service, { kind: 'session' });
  refuseParameters(request.search);
  const auth = authOf(service);
  const revoked = await auth.sessions.revokeOthers(user.id, session.id);
  if (revoked > 0) {
    await auth.audit.record(auth.driver, {
      type: 'session.revoked',
      outcome: 'success',
      userId: user.id,
      actorId: user.id,
      reason: `all others (${revoked})`,
      origin: request.origin,
    });
  }
  return messageReply('All other sessions have ended.', { revoked });
}
