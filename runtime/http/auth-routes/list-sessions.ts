import type { ApiRequest, Reply, Service } from '../api.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { authOf, authorizeUser } from '../security/authorize.js';
import { jsonReply } from './replies.js';
import { listedSessions } from './session-list.js';

/** `GET /api/auth/sessions`: the sessions of the user, on all devices. */
export async function listSessions(request: ApiRequest, service: Service): Promise<Reply> {
  const { user, session } = await authorizeUser(request, service, { kind: 'session' });
  refuseParameters(request.search);
  const auth = authOf(service);
  const sessions = await auth.sessions.listByUser(user.id);
  return jsonReply(200, { sessions: listedSessions(sessions, { now: auth.clock(), currentId: session.id }) });
}
