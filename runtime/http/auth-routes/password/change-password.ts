import { changePassword } from '../../../auth/password-change/change-password.js';
import { startSession } from '../../../auth/sessions/start-session.js';
import type { ApiRequest, Reply, Service } from '../../api.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import { authOf, authorizeUser } from '../../security/authorize.js';
import { password, readBody } from '../body.js';
import { sessionObject, sessionRequest, sessionTokens } from '../login/session-reply.js';
import { messageReply } from '../replies.js';

const shape = { currentPassword: password, newPassword: password };

/** `POST /api/auth/change-password`: ends other sessions, replaces the current one. */
export async function changeOwnPassword(request: ApiRequest, service: Service): Promise<Reply> {
  const requester = await authorizeUser(request, service, { kind: 'session' });
  request.refuseForged();
  refuseParameters(request.search);
  const auth = authOf(service);
  const { currentPassword, newPassword } = await readBody(request, shape);
  const before = await auth.sessions.get(requester.session.id);

  const user = await changePassword(auth, {
    user: requester.user,
    currentPassword,
    newPassword,
    sessionId: requester.session.id,
    origin: request.origin,
  });
  const start = sessionRequest(auth, request, before?.remember ?? false);
  const session = await startSession(auth, { ...start, userId: user.id, amr: 'pwd' });
  const { cookies, tokens } = await sessionTokens(auth, session);
  return messageReply(
    'The password is changed; you are logged out everywhere else.',
    { session: sessionObject(session), ...tokens },
    cookies,
  );
}
