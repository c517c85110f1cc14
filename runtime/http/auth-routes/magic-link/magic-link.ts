import type { AuthServices } from '../../../auth/auth-services.js';
import { invalidToken } from '../../../auth/links/invalid-token.js';
import { requestMagicLink } from '../../../auth/magic-link/request-magic-link.js';
import {
  type MagicSessionRequest,
  type MagicSignIn,
  peekMagicLink,
  useMagicCode,
  useMagicLink,
} from '../../../auth/magic-link/use-magic-link.js';
import type { ApiRequest, RouteHandler, Service } from '../../api.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import { authOf, authorizeAnybody } from '../../security/authorize.js';
import { clearCookie, setCookie } from '../../security/cookies.js';
import { checkBody, email, flag, optional, readBody, readObject, text } from '../body.js';
import { limitMail, limitTokens } from '../links/limits.js';
import { checkedRedirect, redirectField, requireLinkToken, tokenField } from '../links/link-input.js';
import { type SessionTokens, sessionObject, sessionRequest, sessionTokens } from '../login/session-reply.js';
import { jsonReply, messageReply } from '../replies.js';
import { accountHooks } from '../users/account-hooks.js';
import { userObject } from '../users/user-object.js';
import { browserSecretFor, browserSecretOf } from './browser-secret.js';

/** The lifetime of the link. */
const cookieSeconds = 600;

/** `POST /api/auth/magic-link`: the same response, and a cookie, for known and unknown addresses. */
export const requestMagicLinkMail: RouteHandler = async function requestLink(request, service) {
  authorizeAnybody(request);
  refuseParameters(request.search);
  const body = await readBody(request, { email, redirectTo: redirectField });
  const redirectTo = checkedRedirect(body.redirectTo, service);
  const cookie = await sendMagicLink(request, service, { email: body.email, redirectTo });
  return messageReply('If there is an account with this address, we have sent a link and a code to it.', {}, [
    cookie,
  ]);
};

/** Mails a link and a code. @returns the cookie that binds the code to the browser. */
export async function sendMagicLink(
  request: ApiRequest,
  service: Service,
  link: { readonly email: string; readonly redirectTo: string | null },
): Promise<string> {
  await limitMail(request, service);
  const auth = authOf(service);
  const browserSecret = browserSecretFor(link.email, request, service);
  await requestMagicLink(auth, { ...link, browserSecret });
  return setCookie('ml', browserSecret, cookieSeconds, auth.options);
}

/**
 * `GET /api/auth/magic-link/verify?token=`, for API clients: shows whom the link would sign in, and does not
 * use it up.
 */
export const lookAtMagicLink: RouteHandler = async function lookAtLink(request, service) {
  authorizeAnybody(request);
  if (request.isHead) return { status: 200, body: null };
  const token = requireLinkToken(request.search);
  await limitTokens(request, service);
  const user = await peekMagicLink(authOf(service), token);
  if (!user) throw invalidToken();
  const masked = maskedEmail(user.email);
  return messageReply(`Sign in as ${masked}?`, { email: masked });
};

const remember = optional(flag);
const tokenShape = { token: tokenField, remember };
const codeShape = { email, code: text({ maxLength: 50 }), remember };

/** `POST /api/auth/magic-link/verify` with `{ token }` or `{ email, code }`. */
export const signInByMagicLink: RouteHandler = async function signInByLink(request, service) {
  authorizeAnybody(request);
  refuseParameters(request.search);
  const body = await readObject(request);
  const { user, session, tokens, cookies } = await (Object.hasOwn(body, 'token')
    ? signInByToken(request, service, checkBody(body, tokenShape))
    : signInByCode(request, service, checkBody(body, codeShape)));
  const answer = { user: await userObject(request, service, user), session: sessionObject(session) };
  return jsonReply(200, { ...answer, ...tokens }, cookies);
};

interface SessionWish {
  /** Whether the session outlives the browser. Default true, as for a login. */
  readonly remember?: boolean | undefined;
}

/** A sign-in with its tokens; the cookies include those to be removed. */
export type MagicSession = MagicSignIn & SessionTokens;

export async function signInByToken(
  request: ApiRequest,
  service: Service,
  { token, remember = true }: SessionWish & { readonly token: string },
): Promise<MagicSession> {
  await limitTokens(request, service);
  const auth = authOf(service);
  return withTokens(auth, await useMagicLink(auth, token, sessionWithHooks(request, service, remember)));
}

export async function signInByCode(
  request: ApiRequest,
  service: Service,
  { email, code, remember = true }: SessionWish & { readonly email: string; readonly code: string },
): Promise<MagicSession> {
  await limitTokens(request, service);
  const auth = authOf(service);
  const attempt = { email, code, browserSecret: browserSecretOf(request, service) };
  return withTokens(auth, await useMagicCode(auth, attempt, sessionWithHooks(request, service, remember)));
}

function sessionWithHooks(request: ApiRequest, service: Service, remember: boolean): MagicSessionRequest {
  const session = sessionRequest(authOf(service), request, remember);
  return { ...session, hooks: accountHooks(request, service) };
}

async function withTokens(auth: AuthServices, signIn: MagicSignIn): Promise<MagicSession> {
  const { cookies, tokens } = await sessionTokens(auth, signIn.session);
  return { ...signIn, tokens, cookies: [...cookies, clearCookie('ml', auth.options)] };
}

/** `j***@acme.io`: enough for its owner, and useless to another person who has the link. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}
