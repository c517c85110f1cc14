import { requestPasswordReset } from '../../../auth/password-reset/request-password-reset.js';
import { resetPassword } from '../../../auth/password-reset/reset-password.js';
import type { RouteHandler } from '../../api.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import { authOf, authorizeAnybody } from '../../security/authorize.js';
import { clearedCookies } from '../../security/cookies.js';
import { email, password, readBody } from '../body.js';
import { limitMail, limitTokens } from '../links/limits.js';
import { checkedRedirect, redirectField, tokenField } from '../links/link-input.js';
import { messageReply } from '../replies.js';
import { accountHooks } from '../users/account-hooks.js';

/** `POST /api/auth/forgot-password`: the same response for known and unknown addresses. */
export const forgotPassword: RouteHandler = async function forgot(request, service) {
  authorizeAnybody(request);
  refuseParameters(request.search);
  const body = await readBody(request, { email, redirectTo: redirectField });
  const redirectTo = checkedRedirect(body.redirectTo, service);
  await limitMail(request, service);
  await requestPasswordReset(authOf(service), { email: body.email, redirectTo, origin: request.origin });
  return messageReply('If there is an account with this address, we have sent a link to it.');
};

/** `POST /api/auth/reset-password` */
export const resetPasswordByToken: RouteHandler = async function reset(request, service) {
  authorizeAnybody(request);
  refuseParameters(request.search);
  const body = await readBody(request, { token: tokenField, password });
  await limitTokens(request, service);
  const auth = authOf(service);
  await resetPassword(auth, { ...body, origin: request.origin, hooks: accountHooks(request, service) });
  return messageReply(
    'The password is changed, and every session has ended; log in with the new password.',
    {},
    clearedCookies(auth.options),
  );
};
