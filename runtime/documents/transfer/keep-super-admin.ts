import { usersSlug } from '../../config/built-in-users.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Connection } from '../../storage/driver.js';
import { lockRole } from '../../storage/locks.js';
import type { DocumentState } from '../document-state.js';
import { RefusedLine } from './transfer-types.js';

const role = 'super_admin';
const countRole = `SELECT count(*) AS "total" FROM ${quoteIdentifier(usersSlug)} WHERE "role" = ?`;

/**
 * The last super_admin cannot be demoted (docs/spec/contract.md#roles-and-ranks), by an old export either: no
 * user could manage the service any more.
 *
 * @throws RefusedLine
 */
export async function refuseLostSuperAdmin(
  connection: Connection,
  { before, after }: { readonly before: DocumentState; readonly after: DocumentState },
): Promise<void> {
  if (before.published?.['role'] !== role || after.published?.['role'] === role) return;
  await lockRole(connection, role);
  if (Number((await connection.get(countRole, [role]))?.['total'] ?? 0) > 1) return;
  throw new RefusedLine('CONFLICT', [
    'role: This is the last super_admin; make another user super_admin first.',
  ]);
}
