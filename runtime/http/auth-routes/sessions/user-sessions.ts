import type { ApiRequest, Reply, Service } from '../../api.js';
import { authOf } from '../../security/authorize.js';
import { jsonReply, messageReply, noStore } from '../replies.js';
import { managedUser } from '../users/managed-user.js';
import { listedSessions } from './session-list.js';

/** `GET /api/users/:id/sessions`: the sessions of a user, for administrators. */
export async function listUserSessions(request: ApiRequest, service: Service): Promise<Reply> {
  const { requester, user } = await managedUser(request, service);
  const auth = authOf(service);
  const sessions = await auth.sessions.listByUser(user.id);
  const listed = listedSessions(sessions, { now: auth.clock(), currentId: requester.session.id });
  return { ...jsonReply(200, { sessions: listed }), headers: noStore };
}

/** `DELETE /api/users/:id/sessions`: logs a user out everywhere. */
export async function revokeUserSessions(request: ApiRequest, service: Service): Promise<Reply> {
  const { requester, user } = await managedUser(request, service);
  const auth = authOf(service);
  const revoked = await auth.sessions.revokeAll(user.id);
  await auth.audit.record(auth.driver, {
    type: 'session.revoked',
    outcome: 'success',
    userId: user.id,
    actorId: requester.user.id,
    reason: `all (${revoked}), by an administrator`,
    origin: request.origin,
  });
  return messageReply('The user is logged out everywhere.', { revoked });
}
