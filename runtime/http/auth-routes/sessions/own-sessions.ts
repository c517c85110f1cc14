import { isAlive } from '../../../auth/sessions/session-service.js';
import { reason } from '../../../errors/reasons/reason.js';
import { ServiceError } from '../../../errors/service-error.js';
import type { ApiRequest, Reply, Service } from '../../api.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import { authOf, authorizeUser } from '../../security/authorize.js';
import { clearedCookies } from '../../security/cookies.js';
import { jsonReply, messageReply } from '../replies.js';
import { listedSessions } from './session-list.js';

/** `GET /api/auth/sessions`: the sessions of the user, on all devices. */
export async function listSessions(request: ApiRequest, service: Service): Promise<Reply> {
  const { user, session } = await authorizeUser(request, service, { kind: 'session' });
  refuseParameters(request.search);
  const auth = authOf(service);
  const sessions = await auth.sessions.listByUser(user.id);
  return jsonReply(200, { sessions: listedSessions(sessions, { now: auth.clock(), currentId: session.id }) });
}

/**
 * `DELETE /api/auth/sessions/:id`: ends one session of the user. A session of another user gets the same
 * response as an unknown one.
 */
export async function revokeSession(request: ApiRequest, service: Service): Promise<Reply> {
  const { user, session: current } = await authorizeUser(request, service, { kind: 'session' });
  request.refuseForged();
  refuseParameters(request.search);
  const auth = authOf(service);
  const { id = '' } = request.params;
  const session = await auth.sessions.get(id);
  const isOwn = session !== null && session.userId === user.id && isAlive(session, auth.clock());
  if (!isOwn || !(await auth.sessions.revoke(session.id))) {
    throw new ServiceError('NOT_FOUND', reason('session.unknown'));
  }
  await auth.audit.record(auth.driver, {
    type: 'session.revoked',
    outcome: 'success',
    userId: user.id,
    actorId: user.id,
    sessionId: session.id,
    origin: request.origin,
  });
  const cookies = session.id === current.id ? clearedCookies(auth.options) : [];
  return messageReply('The session has ended.', {}, cookies);
}

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
