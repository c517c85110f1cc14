import type { UserRequester } from '../../../access/requester.js';
import type { UserRecord } from '../../../auth/users/user-store.js';
import { roleRanks } from '../../../config/roles.js';
import { reason } from '../../../errors/reasons/reason.js';
import { ServiceError } from '../../../errors/service-error.js';
import { isDocumentId } from '../../../util/ids.js';
import type { ApiRequest, Service } from '../../api.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import { authOf, authorizeUser } from '../../security/authorize.js';
import { standsOver } from './manage-rule.js';

export interface ManagedUser {
  readonly requester: UserRequester;
  readonly user: UserRecord;
}

/**
 * Returns the user of `/api/users/:id/...`, for administrators: only users of lower rank; a super_admin may
 * manage all (docs/spec/contract.md#roles-and-ranks).
 *
 * @throws ServiceError UNAUTHENTICATED, FORBIDDEN or NOT_FOUND.
 */
export async function managedUser(request: ApiRequest, service: Service): Promise<ManagedUser> {
  const requester = await authorizeUser(request, service, { kind: 'rank', rank: roleRanks.admin });
  refuseParameters(request.search);
  const { users, driver, roles } = authOf(service);
  const { id = '' } = request.params;
  const user = isDocumentId(id) ? await users.find(driver, id) : null;
  if (user === null) throw new ServiceError('NOT_FOUND', reason('user.unknown', { id: id.slice(0, 100) }));
  if (!standsOver(requester, user.role, roles)) {
    throw new ServiceError('FORBIDDEN', reason('user.notBelow', { by: 'user', role: requester.role }));
  }
  return { requester, user };
}
