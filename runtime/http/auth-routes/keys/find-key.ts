import type { UserRequester } from '../../../access/requester.js';
import type { ApiKeyRecord } from '../../../auth/api-keys/api-keys.js';
import type { AuthServices } from '../../../auth/auth-services.js';
import { roleRanks } from '../../../config/roles.js';
import { ServiceError } from '../../../errors/service-error.js';
import type { Connection } from '../../../storage/driver.js';
import { isDocumentId } from '../../../util/ids.js';
import type { ApiRequest, Service } from '../../api.js';
import { authorizeUser } from '../../authorize.js';

/** Administrators alone handle keys, and never with a key: one that leaks must not make others (auth.md, section 3). */
export function authorizeKeys(request: ApiRequest, service: Service): Promise<UserRequester> {
  return authorizeUser(request, service, { kind: 'rank', rank: roleRanks.admin });
}

/**
 * The key in the path, if it is the requester's own; a super_admin handles all. Somebody else's is as unknown as one that
 * does not exist.
 *
 * @throws ServiceError NOT_FOUND
 */
export async function findKey(
  connection: Connection,
  auth: AuthServices,
  { params }: ApiRequest,
  requester: UserRequester,
): Promise<ApiKeyRecord> {
  const { id = '' } = params;
  const record = isDocumentId(id) ? await auth.apiKeys.find(connection, id) : null;
  if (record !== null && (ownerFilter(requester) === null || record.createdBy === requester.user.id)) {
    return record;
  }
  throw unknownKey(id);
}

/** Whose keys a requester sees; null: everybody's. */
export function ownerFilter({ user, rank }: UserRequester): string | null {
  return rank >= roleRanks.super_admin ? null : user.id;
}

/** The 404 for a key. */
export function unknownKey(id: string): ServiceError {
  return new ServiceError('NOT_FOUND', `There is no API key ${JSON.stringify(id.slice(0, 100))}.`);
}
