import { describeConfig } from '../../codegen/describe-config.js';
import type { DatabaseConfig } from '../../config/database-config.js';
import type { ServiceConfig } from '../../config/service-config.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import { databaseAt } from '../../storage/dialects/index.js';
import { openDatabase } from '../../storage/dialects/open-database.js';
import { doubtful, type Finding, fine } from './finding.js';

const nobody = doubtful(
  'admin',
  'there is no super_admin yet',
  'run `svc auth bootstrap -e <email> -p - -r super_admin`, or set SVC_ADMIN_EMAIL and SVC_ADMIN_PASSWORD',
);

/** Checks whether there is an administrator; returns no finding if the database cannot be read. */
export async function checkAdministrator(
  config: ServiceConfig,
  database: DatabaseConfig,
): Promise<readonly Finding[]> {
  if (databaseAt(database).isMissing()) return [nobody];
  const users = describeConfig(config).collections.find(({ builtIn }) => builtIn === 'users');
  const role = users?.fields.find(({ name }) => name === 'role');
  if (users === undefined || role?.type !== 'select' || role.column === undefined) return [nobody];
  try {
    const driver = await openDatabase(database);
    const sql = `SELECT 1 FROM ${quoteIdentifier(users.table)} WHERE ${quoteIdentifier(role.column)} = 'super_admin' LIMIT 1`;
    const found = await driver.get(sql, []).finally(() => driver.close());
    return [found === undefined ? nobody : fine('admin', 'there is a super_admin')];
  } catch {
    // No database, or one of another config: the check of the database reports it.
    return [];
  }
}
