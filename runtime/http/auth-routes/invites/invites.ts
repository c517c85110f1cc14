import {
  createInvite,
  type InviteCall,
  listInvites,
  resendInvite,
  revokeInvite,
} from '../../../auth/invites/manage-invites.js';
import type { ApiRequest, RouteHandler, Service } from '../../api.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import { pageEnvelope, readPageQuery } from '../../routing/page-query.js';
import { authOf, authorizeUser } from '../../security/authorize.js';
import { email, nullable, optional, readBody, text } from '../body.js';
import { limitMail } from '../links/limits.js';
import { jsonReply, messageReply } from '../replies.js';

/** Rank of `admin` (docs/spec/service.md#roles-and-hierarchy). */
const minRank = 90;

/** Returns the requester; administrators only. @throws ServiceError UNAUTHENTICATED or FORBIDDEN */
async function inviteCall(request: ApiRequest, service: Service): Promise<InviteCall> {
  const { user, role } = await authorizeUser(request, service, { kind: 'rank', rank: minRank });
  return { inviter: { id: user.id, role }, origin: request.origin };
}

/** `POST /api/auth/invites` */
export const inviteUser: RouteHandler = async function invite(request, service) {
  const call = await inviteCall(request, service);
  refuseParameters(request.search);
  const { name = null, ...body } = await readBody(request, {
    email,
    role: text({ maxLength: 100 }),
    name: optional(nullable(text({ maxLength: 200 }))),
  });
  await limitMail(request, service);
  const created = await createInvite(authOf(service), { ...body, name }, call);
  return {
    ...jsonReply(201, { invite: created }),
    headers: { Location: `${request.mount}/api/auth/invites/${created.id}` },
  };
};

/** `GET /api/auth/invites` */
export const listAllInvites: RouteHandler = async function list(request, service) {
  await inviteCall(request, service);
  const page = readPageQuery(request.search, service.contract.limits.maxLimit);
  const range = { limit: page.limit, offset: (page.page - 1) * page.limit };
  const { invites, total } = await listInvites(authOf(service), range);
  return jsonReply(200, pageEnvelope(invites, total, page));
};

/** `POST /api/auth/invites/:id/resend` */
export const resendInviteMail: RouteHandler = async function resend(request, service) {
  const call = await inviteCall(request, service);
  refuseParameters(request.search);
  await limitMail(request, service);
  const invite = await resendInvite(authOf(service), request.params['id'] ?? '', call);
  return jsonReply(200, { invite });
};

/** `DELETE /api/auth/invites/:id` */
export const revokeOneInvite: RouteHandler = async function revoke(request, service) {
  const call = await inviteCall(request, service);
  refuseParameters(request.search);
  await revokeInvite(authOf(service), request.params['id'] ?? '', call);
  return messageReply('The invitation is revoked. Its link no longer works.');
};
