import type { AuthServices } from '../../../auth/auth-services.js';
import { type RefreshOutcome, refreshSession } from '../../../auth/sessions/refresh-session.js';
import { type Reason, reason } from '../../../errors/reasons/reason.js';
import { ServiceError } from '../../../errors/service-error.js';
import { isServiceError } from '../../../errors/to-response.js';
import type { ApiRequest, Reply, Service } from '../../api.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import { authOf, authorizeAnybody } from '../../security/authorize.js';
import { clearedCookies, readCookie } from '../../security/cookies.js';
import { optional, readOptionalBody, text } from '../body.js';
import { jsonReply } from '../replies.js';
import { userObject } from '../users/user-object.js';
import { sessionObject, sessionTokens } from './session-reply.js';

const shape = { refreshToken: optional(text({ maxLength: 4096 })) };

/**
 * `POST /api/auth/refresh`: returns the next pair of tokens for a refresh token.
 *
 * @throws ServiceError UNAUTHENTICATED, which clears the cookies of a session that is over.
 */
export async function refresh(request: ApiRequest, service: Service): Promise<Reply> {
  authorizeAnybody(request);
  refuseParameters(request.search);
  return renewSession(request, service);
}

/**
 * The same for a page, whose address may have parameters of its own: whether its session continues, and the
 * cookies to set in either case.
 */
export async function renewForPage(
  request: ApiRequest,
  service: Service,
): Promise<{ readonly continues: boolean; readonly cookies: readonly string[] }> {
  try {
    const { cookies = [] } = await renewSession(request, service);
    return { continues: true, cookies };
  } catch (error) {
    if (!isServiceError(error) || error.code !== 'UNAUTHENTICATED') throw error;
    return { continues: false, cookies: error.cookies ?? [] };
  }
}

async function renewSession(request: ApiRequest, service: Service): Promise<Reply> {
  const auth = authOf(service);
  const token = await presentedToken(auth, request);
  if (token === null) throw refused(reason('refreshToken.missing'));

  const { sessions: store, refreshTokens: tokens } = auth;
  const outcome = await refreshSession({ store, tokens, token, now: auth.clock() });
  if (outcome.kind === 'invalid') throw refused(reason('refreshToken.invalid'));
  if (outcome.kind === 'reused') await noteReuse(auth, request, outcome);
  if (outcome.kind === 'reused' || outcome.kind === 'dead') throw over(auth);

  const user = await auth.users.find(auth.driver, outcome.session.userId);
  if (user === null) {
    await store.revoke(outcome.session.id);
    throw over(auth);
  }
  const next = await sessionTokens(auth, outcome.session);
  return jsonReply(
    200,
    {
      user: await userObject(request, service, user),
      session: sessionObject(outcome.session),
      ...next.tokens,
    },
    next.cookies,
  );
}

/**
 * The body counts only if the config enables tokens in bodies; a cookie next to it is from a client that
 * mixes both.
 */
async function presentedToken(auth: AuthServices, request: ApiRequest): Promise<string | null> {
  if (auth.options.tokenInBody) {
    const { refreshToken } = await readOptionalBody(request, shape);
    if (refreshToken !== undefined) return refreshToken;
  }
  const cookie = readCookie(request.header('cookie'), 'refresh', auth.options);
  return cookie.kind === 'value' ? cookie.value : null;
}

function noteReuse(
  auth: AuthServices,
  request: ApiRequest,
  { session }: Extract<RefreshOutcome, { kind: 'reused' }>,
): Promise<void> {
  return auth.audit.record(auth.driver, {
    type: 'refresh.reuse',
    outcome: 'failure',
    userId: session.userId,
    sessionId: session.id,
    reason: 'a refresh token was used twice; the session is revoked',
    origin: request.origin,
  });
}

/** The cookies stay: the refused token does not concern the session that the browser may have. */
function refused(why: Reason): ServiceError {
  return new ServiceError('UNAUTHENTICATED', why);
}

function over({ options }: AuthServices): ServiceError {
  return new ServiceError('UNAUTHENTICATED', reason('session.ended'), { cookies: clearedCookies(options) });
}
