import { acceptInvite, openInvite } from '../../../auth/invites/accept-invite.js';
import { invalidToken } from '../../../auth/links/invalid-token.js';
import type { RouteHandler } from '../../api.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import { authOf, authorizeAnybody } from '../../security/authorize.js';
import { nullable, optional, password, readBody, text } from '../body.js';
import { limitTokens } from '../links/limits.js';
import { requireLinkToken, tokenField } from '../links/link-input.js';
import { jsonReply } from '../replies.js';
import { accountHooks } from '../users/account-hooks.js';
import { userObject } from '../users/user-object.js';

/**
 * `GET /api/auth/accept-invite?token=`, for API clients: shows for whom the invitation is. Does not use it
 * up.
 */
export const lookAtInvite: RouteHandler = async function look(request, service) {
  authorizeAnybody(request);
  if (request.isHead) return { status: 200, body: null };
  const token = requireLinkToken(request.search);
  await limitTokens(request, service);
  const invite = await openInvite(authOf(service), token);
  if (!invite) throw invalidToken();
  const { email, name, role, expiresAt } = invite;
  return jsonReply(200, { invite: { email, name, role, expiresAt: new Date(expiresAt).toISOString() } });
};

/** `POST /api/auth/accept-invite` */
export const acceptInviteByToken: RouteHandler = async function accept(request, service) {
  authorizeAnybody(request);
  refuseParameters(request.search);
  const { name = null, ...body } = await readBody(request, {
    token: tokenField,
    password,
    name: optional(nullable(text({ maxLength: 200 }))),
  });
  await limitTokens(request, service);
  const user = await acceptInvite(authOf(service), {
    ...body,
    name,
    origin: request.origin,
    hooks: accountHooks(request, service),
  });
  return jsonReply(200, { user: await userObject(request, service, user) });
};
