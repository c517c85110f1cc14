import { logIn } from '../../auth/login/log-in.js';
import { ServiceError } from '../../errors/service-error.js';
import type { ApiRequest, Reply, Service } from '../api.js';
import { authOf, authorizeAnybody } from '../authorize.js';
import { refuseParameters } from '../no-parameters.js';
import { email, flag, optional, password, readBody } from './body.js';
import { deviceCookies, knownDevice } from './device-cookie.js';
import { refuseApiKey } from './refuse-api-key.js';
import { jsonReply } from './replies.js';
import { sessionObject, startSession } from './start-session.js';
import { userObject } from './user-object.js';

const shape = { email, password, remember: optional(flag) };

/** `POST /api/auth/login`: a session for email and password. */
export async function login(request: ApiRequest, service: Service): Promise<Reply> {
  authorizeAnybody(request);
  refuseParameters(request.search);
  await refuseApiKey(request);
  const auth = authOf(service);
  const { origin } = request;
  const body = await readBody(request, shape);
  const device = knownDevice(auth, request, body.email);

  const { user, stillHolds } = await logIn(auth, {
    email: body.email,
    password: body.password,
    origin,
    device,
  });
  const { session, cookies, tokens } = await startSession(service, request, user, {
    remember: body.remember ?? true,
    amr: 'pwd',
  });
  if (!(await stillHolds())) {
    await auth.sessions.revoke(session.id);
    throw new ServiceError(
      'INVALID_CREDENTIALS',
      'The password was changed just now; log in with the new one.',
    );
  }
  await auth.audit.record(auth.driver, {
    type: 'login.success',
    outcome: 'success',
    userId: user.id,
    actorId: user.id,
    email: body.email,
    sessionId: session.id,
    origin,
  });
  return jsonReply(200, { user: userObject(service, user), session: sessionObject(session), ...tokens }, [
    ...cookies,
    ...deviceCookies(auth, body.email, device),
  ]);
}
