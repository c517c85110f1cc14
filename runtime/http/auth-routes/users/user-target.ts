import type { AuthServices } from '../../../auth/auth-services.js';
import type { UserRecord } from '../../../auth/users/user-store.js';
import type { UserOperations } from '../../../documents/users/user-writes.js';
import { reason } from '../../../errors/reasons/reason.js';
import { ServiceError } from '../../../errors/service-error.js';
import { isDocumentId } from '../../../util/ids.js';
import type { ApiRequest, Service } from '../../api.js';

/** Returns the user in the path. A text that is not an id matches no user, and never reaches the database. */
export async function findTarget(auth: AuthServices, id: string): Promise<UserRecord> {
  const user = isDocumentId(id) ? await auth.users.find(auth.driver, id) : null;
  if (user !== null) return user;
  throw new ServiceError('NOT_FOUND', reason('user.unknown', { id: id.slice(0, 100) }));
}

/** Returns the id in the path. */
export function targetId({ params }: ApiRequest): string {
  return params['id'] ?? '';
}

/** Returns the write operations of users, on routes that exist only with authentication. */
export function userOperations({ operations }: Service): UserOperations {
  if (operations.users !== undefined) return operations.users;
  throw new ServiceError('NOT_FOUND', reason('service.noAuthentication'));
}
