import type { UserRequester } from '../../../access/requester.js';
import type { ApiKeyRecord } from '../../../auth/api-keys/api-keys.js';
import type { AuthServices } from '../../../auth/auth-services.js';
import { roleRanks } from '../../../config/roles.js';
import { reason } from '../../../errors/reasons/reason.js';
import { ServiceError } from '../../../errors/service-error.js';
import type { Connection } from '../../../storage/driver.js';
import { isDocumentId } from '../../../util/ids.js';
import type { ApiRequest, Service } from '../../api.js';
import { authorizeUser } from '../../security/authorize.js';

/**
 * Only administrators manage keys, and never with a key: a leaked key must not create others
 * (docs/spec/auth.md#further-endpoints).
 */
export function authorizeKeys(request: ApiRequest, service: Service): Promise<UserRequester> {
  return authorizeUser(request, service, { kind: 'rank', rank: roleRanks.admin });
}

/**
 * Returns the key in the path, if it is the requester's own; a super_admin manages all. A key of another user
 * gets the same response as an unknown one.
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

/** Returns the owner whose keys a requester sees; null: all keys. */
export function ownerFilter({ user, rank }: UserRequester): string | null {
  return rank >= roleRanks.super_admin ? null : user.id;
}

/** Returns the 404 for a key. */
export function unknownKey(id: string): ServiceError {
  return new ServiceError('NOT_FOUND', reason('key.unknown', { id: id.slice(0, 100) }));
}
