import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Connection } from '../../storage/driver.js';
import { lockRole } from '../../storage/locks.js';
import type { DocumentModel } from '../document-model.js';
import { forgetCredentials } from './user-credentials.js';

/** Whether documents are the built-in users. */
export function isUsers({ descriptor }: DocumentModel): boolean {
  return descriptor.kind === 'collection' && descriptor.builtIn === 'users';
}

/**
 * Before users are deleted, by a request for them or by a cascade from another collection: deletes their
 * credentials, and prevents the service from losing its last administrator
 * (docs/spec/contract.md#roles-and-ranks).
 *
 * @throws ServiceError CONFLICT when no super_admin would be left.
 */
export async function releaseUsers(
  connection: Connection,
  { model: { table }, ids }: { readonly model: DocumentModel; readonly ids: readonly string[] },
): Promise<void> {
  await lockRole(connection, 'super_admin');
  const administrators = await connection.all(
    `SELECT "id" FROM ${quoteIdentifier(table)} WHERE "role" = 'super_admin'`,
    [],
  );
  const deleted = new Set(ids);
  if (administrators.length > 0 && administrators.every(({ id }) => deleted.has(String(id)))) {
    throw new ServiceError('CONFLICT', reason('user.lastSuperAdmin'));
  }
  await forgetCredentials(connection, deleted);
}
