import { linkAddress } from '../../auth/links/link-address.js';
import type { AdminTestMail } from '../../codegen/admin-replies.js';
import { roleRanks } from '../../config/roles.js';
import type { ApiRequest, Reply, Service } from '../api.js';
import { limitMail } from '../auth-routes/links/limits.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { authOf, authorizeUser } from '../security/authorize.js';

/**
 * `POST /api/admin/test-mail`: sends a mail to the requester, an administrator, at once, and returns whether
 * that worked. A body is not read.
 */
export async function postTestMail(request: ApiRequest, service: Service): Promise<Reply> {
  const { user } = await authorizeUser(request, service, { kind: 'rank', rank: roleRanks.admin });
  refuseParameters(request.search);
  await limitMail(request, service);
  const { driver, users, mail, options } = authOf(service);
  const receiver = await users.find(driver, user.id);
  const to = receiver?.email ?? user.email;
  const link = linkAddress(options, 'login');
  const { failure, isReal } = await mail.sendNow({
    ...{ kind: 'testMail', to, userName: receiver?.name ?? to, link },
  });
  const answer: AdminTestMail = { to, isSent: failure === null && isReal, isReal, failure };
  return { status: 200, headers: { 'Cache-Control': 'no-store' }, body: JSON.stringify(answer) };
}
