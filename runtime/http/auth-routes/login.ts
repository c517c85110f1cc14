import { logIn } from '../../auth/login/log-in.js';
import type { UserRecord } from '../../auth/users/user-store.js';
import { ServiceError } from '../../errors/service-error.js';
import type { ApiRequest, Reply, Service } from '../api.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { authOf, authorizeAnybody } from '../security/authorize.js';
import { email, flag, optional, password, readBody } from './body.js';
import { deviceCookies, knownDevice } from './device-cookie.js';
import { refuseApiKey } from './refuse-api-key.js';
import { jsonReply } from './replies.js';
import { type StartedSession, sessionObject, startSession } from './start-session.js';
import { userObject } from './user-object.js';

const shape = { email, password, remember: optional(flag) };

/** `POST /api/auth/login`: starts a session for email and password. */
export async function login(request: ApiRequest, service: Service): Promise<Reply> {
  authorizeAnybody(request);
  refuseParameters(request.search);
  await refuseApiKey(request);
  const { email, password, remember = true } = await readBody(request, shape);
  const attempt = { email, password, remember };
  const { user, session, cookies, tokens } = await openSession(request, service, attempt);
  return jsonReply(
    200,
    { user: userObject(service, user), session: sessionObject(session), ...tokens },
    cookies,
  );
}

export interface LoginAttempt {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
}

/** Checks email and password and starts a session; shared by the endpoint and the login page. */
export async function openSession(
  request: ApiRequest,
  service: Service,
  { email, password, remember }: LoginAttempt,
): Promise<StartedSession & { readonly user: UserRecord }> {
  const auth = authOf(service);
  const { origin } = request;
  const device = knownDevice(auth, request, email);
  const { user, stillHolds } = await logIn(auth, { email, password, origin, device });
  const started = await startSession(service, request, user, { remember, amr: 'pwd' });
  if (!(await stillHolds())) {
    await auth.sessions.revoke(started.session.id);
    await auth.audit.record(auth.driver, {
      ...{ type: 'login.failure', outcome: 'failure', userId: user.id, email, origin },
      reason: 'the password was changed during the login',
    });
    throw new ServiceError(
      'INVALID_CREDENTIALS',
      'The password was changed just now; log in with the new one.',
    );
  }
  await auth.audit.record(auth.driver, {
    ...{ type: 'login.success', outcome: 'success', userId: user.id, actorId: user.id },
    ...{ email, sessionId: started.session.id, origin },
  });
  return { ...started, user, cookies: [...started.cookies, ...deviceCookies(auth, email, device)] };
}
