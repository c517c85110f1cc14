import { resendVerification } from '../../../auth/verification/resend-verification.js';
import { verifyEmail } from '../../../auth/verification/verify-email.js';
import type { ApiRequest, Reply, RouteHandler, Service } from '../../api.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import { authOf, authorizeAnybody } from '../../security/authorize.js';
import { email, readBody } from '../body.js';
import { limitMail, limitTokens } from '../links/limits.js';
import { requireLinkToken, tokenField } from '../links/link-input.js';
import { messageReply } from '../replies.js';
import { accountHooks } from '../users/account-hooks.js';
import { userObject } from '../users/user-object.js';

/**
 * `GET /api/auth/verify-email?token=`, for API clients: uses the token (docs/spec/auth.md#link-endpoints).
 */
export const verifyEmailByLink: RouteHandler = async function verifyByLink(request, service) {
  authorizeAnybody(request);
  if (request.isHead) return { status: 200, body: null };
  return verified(request, service, requireLinkToken(request.search));
};

/** `POST /api/auth/verify-email` */
export const verifyEmailByToken: RouteHandler = async function verifyByToken(request, service) {
  authorizeAnybody(request);
  refuseParameters(request.search);
  const { token } = await readBody(request, { token: tokenField });
  return verified(request, service, token);
};

async function verified(request: ApiRequest, service: Service, token: string): Promise<Reply> {
  await limitTokens(request, service);
  const user = await verifyEmail(authOf(service), {
    token,
    origin: request.origin,
    hooks: accountHooks(request, service),
  });
  return messageReply('The email is verified; you can log in now.', {
    user: await userObject(request, service, user),
  });
}

/** `POST /api/auth/verify-email/resend` */
export const resendVerificationMail: RouteHandler = async function resend(request, service) {
  authorizeAnybody(request);
  refuseParameters(request.search);
  const body = await readBody(request, { email });
  await limitMail(request, service);
  await resendVerification(authOf(service), body.email);
  return messageReply('If this address waits to be verified, we have sent a new link to it.');
};
