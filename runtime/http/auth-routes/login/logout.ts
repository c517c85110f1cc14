import { presentedSession } from '../../../auth/sessions/presented-session.js';
import type { ApiRequest, Reply, Service } from '../../api.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import { authOf, authorizeAnybody } from '../../security/authorize.js';
import { clearedCookies } from '../../security/cookies.js';
import { messageReply } from '../replies.js';
import { presentedTokens } from './session-reply.js';

/**
 * `POST /api/auth/logout`: ends the session, if there is one, by either of its tokens. A body is not read.
 */
export async function logout(request: ApiRequest, service: Service): Promise<Reply> {
  authorizeAnybody(request);
  refuseParameters(request.search);
  const auth = authOf(service);
  const session = await presentedSession(auth, presentedTokens(auth, request));
  if (session !== null && (await auth.sessions.revoke(session.id))) {
    await auth.audit.record(auth.driver, {
      type: 'logout',
      outcome: 'success',
      userId: session.userId,
      actorId: session.userId,
      sessionId: session.id,
      origin: request.origin,
    });
  }
  return messageReply('You are logged out.', {}, clearedCookies(auth.options));
}
