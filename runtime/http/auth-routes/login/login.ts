import { type LoggedIn, logIn } from '../../../auth/login/log-in.js';
import { reason } from '../../../errors/reasons/reason.js';
import { ServiceError } from '../../../errors/service-error.js';
import type { ApiRequest, Reply, Service } from '../../api.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import { authOf, authorizeAnybody } from '../../security/authorize.js';
import { carriesApiKey } from '../../security/credentials.js';
import { email, flag, optional, password, readBody } from '../body.js';
import { jsonReply } from '../replies.js';
import { userObject } from '../users/user-object.js';
import { deviceCookies, knownDevice } from './device-cookie.js';
import { type SessionTokens, sessionObject, sessionRequest, sessionTokens } from './session-reply.js';

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
    { user: await userObject(request, service, user), session: sessionObject(session), ...tokens },
    cookies,
  );
}

export interface LoginAttempt {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
}

/** Logs in, with the cookies of the response; shared by the endpoint and the login page. */
export async function openSession(
  request: ApiRequest,
  service: Service,
  { email, password, remember }: LoginAttempt,
): Promise<LoggedIn & SessionTokens> {
  const auth = authOf(service);
  const device = knownDevice(auth, request, email);
  const { user, session } = await logIn(auth, {
    ...{ email, password, device },
    ...sessionRequest(auth, request, remember),
    origin: request.origin,
  });
  const { cookies, tokens } = await sessionTokens(auth, session);
  return { user, session, tokens, cookies: [...cookies, ...deviceCookies(auth, email, device)] };
}

/**
 * Refuses API keys on endpoints that read no credential but must not be called with a key.
 *
 * @throws ServiceError UNAUTHENTICATED for an invalid key, else FORBIDDEN.
 */
async function refuseApiKey(request: ApiRequest): Promise<void> {
  if (!carriesApiKey((name) => request.header(name))) return;
  await request.requester();
  throw new ServiceError('FORBIDDEN', reason('access.userRequired'));
}
