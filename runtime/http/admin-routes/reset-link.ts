import { makeResetLink } from '../../auth/password-reset/make-reset-link.js';
import type { AdminResetLink } from '../../codegen/admin-replies.js';
import type { ApiRequest, Reply, Service } from '../api.js';
import { flag, readBody } from '../auth-routes/body.js';
import { limitMail } from '../auth-routes/links/limits.js';
import { managedUser } from '../auth-routes/users/managed-user.js';
import { authOf } from '../security/authorize.js';

/**
 * `POST /api/admin/users/{id}/reset-link`: a link by which a user sets a new password, mailed to them or
 * returned once. For administrators of a higher role than the user.
 */
export async function postResetLink(request: ApiRequest, service: Service): Promise<Reply> {
  const { requester, user } = await managedUser(request, service);
  const { mail } = await readBody(request, { mail: flag });
  if (mail) await limitMail(request, service);
  const { link, expiresAt } = await makeResetLink(authOf(service), {
    ...{ user, isMailed: mail, actorId: requester.user.id, sessionId: requester.session.id },
    origin: request.origin,
  });
  const answer: AdminResetLink = {
    link: mail ? null : link,
    expiresAt: new Date(expiresAt).toISOString(),
  };
  return { status: 200, headers: { 'Cache-Control': 'no-store' }, body: JSON.stringify(answer) };
}
