/** The accounts of a project's database, for commands: opened without a server, also while one runs. */
import { loadConfig } from '../../generator/load/load-config.js';
import { createRoles, type Roles } from '../../runtime/access/roles.js';
import type { ApiKeys } from '../../runtime/auth/api-keys/api-keys.js';
import { createApiKeys } from '../../runtime/auth/api-keys/create-api-keys.js';
import { apiKeyTables } from '../../runtime/auth/api-keys/key-table.js';
import type { AuditLog } from '../../runtime/auth/audit/audit-log.js';
import { createAuditLog } from '../../runtime/auth/audit/create-audit-log.js';
import { auditTables } from '../../runtime/auth/audit/prepare-audit-tables.js';
import { createPasswords } from '../../runtime/auth/passwords/create-passwords.js';
import type { Passwords } from '../../runtime/auth/passwords/passwords.js';
import type { UserStore } from '../../runtime/auth/users/user-store.js';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import type { ContractDescriptor } from '../../runtime/codegen/descriptors.js';
import type { AuthConfig } from '../../runtime/config/auth-config.js';
import { resolvePasswordPolicy } from '../../runtime/config/auth-options.js';
import { resolveServerOptions } from '../../runtime/config/server-options.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { createOperations } from '../../runtime/documents/create-operations.js';
import { userTables } from '../../runtime/documents/users/user-credentials.js';
import { isInMemory, openDatabase } from '../../runtime/storage/dialects/open-database.js';
import type { Driver } from '../../runtime/storage/driver.js';
import { prepareSystemTables } from '../../runtime/storage/schema/system-tables.js';
import { systemClock } from '../../runtime/util/clock.js';
import { createIdSource } from '../../runtime/util/ids.js';
import { CommandError } from '../command-error.js';
import { prepareTables } from '../migrate/prepare-tables.js';
import type { ConfigOptions } from '../options.js';
import { shownPath } from '../terminal/shown-path.js';

export interface Accounts {
  readonly driver: Driver;
  readonly roles: Roles;
  readonly users: UserStore;
  readonly passwords: Passwords;
  readonly apiKeys: ApiKeys;
  readonly audit: AuditLog;
}

/**
 * Opens the accounts of the project's config and passes them to `work`. An empty database gets its tables
 * first, by the project's migrations where it has some; one that was made for another config, or in which a
 * migration has not run, is refused.
 *
 * @throws ConfigError, CommandError for a config without `auth`, SchemaError, MigrationError
 */
export async function withAccounts<T>(
  { config: file }: ConfigOptions,
  work: (accounts: Accounts) => Promise<T>,
): Promise<T> {
  const { config, file: found } = await loadConfig({
    cwd: process.cwd(),
    ...(file === undefined ? {} : { file }),
  });
  const { auth } = config;
  if (auth === undefined) {
    throw new CommandError(
      `${shownPath(found)} has no auth, so that there are no users and no keys: add auth: { secret: process.env.SVC_SECRET }.`,
    );
  }
  const { database } = resolveServerOptions(config);
  if (isInMemory(database)) {
    throw new CommandError(
      'the database is in memory: nothing would be kept. Name a file in SVC_DATABASE_URL.',
    );
  }
  const driver = await openDatabase(database);
  try {
    await prepareTables(driver, database, { config, file: found });
    return await work(await openAccounts(driver, config, auth));
  } finally {
    await driver.close();
  }
}

async function openAccounts(driver: Driver, config: ServiceConfig, auth: AuthConfig): Promise<Accounts> {
  const contract = describeConfig(config);
  await prepareSystemTables(driver, [...userTables, ...apiKeyTables, ...auditTables]);
  const roles = createRoles(contract.auth?.roles);
  const users = usersOf(driver, config, contract);
  return {
    driver,
    roles,
    users,
    passwords: createPasswords({ policy: resolvePasswordPolicy(auth) }),
    apiKeys: createApiKeys({ driver, users, roles, contract, clock: systemClock }),
    // The secret is the key of the hashes of emails; no event of a command has one.
    audit: createAuditLog({
      driver,
      secret: '',
      retentionDays: auth.auditRetentionDays ?? 30,
      counters: null,
    }),
  };
}

function usersOf(driver: Driver, config: ServiceConfig, contract: ContractDescriptor): UserStore {
  const { users } = createOperations({
    contract,
    config,
    driver,
    clock: systemClock,
    ids: createIdSource(systemClock),
    // Only hooks that run after a write use the log, and commands run none.
    log: { error: () => {} },
  });
  if (users === undefined) throw new Error('The contract has no users.');
  return users.records;
}
