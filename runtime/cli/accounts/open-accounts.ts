import { createRoles } from '../../access/roles.js';
import type { ApiKeyRecord, MadeApiKey } from '../../auth/api-keys/api-keys.js';
import { createApiKeys } from '../../auth/api-keys/create-api-keys.js';
import { createAuditLog } from '../../auth/audit/create-audit-log.js';
import { bootstrapAdmin, type FirstAdmin } from '../../auth/bootstrap.js';
import { createPasswords } from '../../auth/passwords/create-passwords.js';
import type { UserRecord, UserStore } from '../../auth/users/user-store.js';
import { capabilities } from '../../capabilities/index.js';
import { describeConfig } from '../../codegen/describe-config.js';
import type { ContractDescriptor } from '../../codegen/descriptors.js';
import type { AuthConfig } from '../../config/auth-config.js';
import { resolvePasswordPolicy } from '../../config/auth-options.js';
import type { ServiceConfig } from '../../config/service-config.js';
import { createOperations } from '../../documents/create-operations.js';
import { tablesOf } from '../../storage/capability.js';
import { openDatabase } from '../../storage/dialects/open-database.js';
import type { Driver } from '../../storage/driver.js';
import { prepareSystemTables } from '../../storage/schema/system-tables.js';
import { systemClock } from '../../util/clock.js';
import { createIdSource } from '../../util/ids.js';
import { prepareTables } from '../prepare-tables.js';
import { lastingDatabase, type Project } from '../project.js';
import { createKeys, type NewKey } from './keys.js';

/** The users and the API keys of a project's database, for commands. */
export interface Accounts {
  /** The names of the roles, from the highest rank down. */
  readonly roles: readonly string[];
  /**
   * Makes the first administrator.
   *
   * @throws BootstrapError
   */
  bootstrap(admin: FirstAdmin): Promise<UserRecord>;
  /**
   * Creates a key that belongs to no user.
   *
   * @throws ProjectError if there is no such role or scope
   */
  createKey(key: NewKey): Promise<MadeApiKey>;
  /** Every key, newest first. */
  listKeys(): Promise<readonly ApiKeyRecord[]>;
  /** Revokes a key at once, also for servers that are running. Returns false if there is none. */
  revokeKey(id: string): Promise<boolean>;
  close(): Promise<void>;
}

/** A project whose config has `auth`. */
export interface ProjectWithAccounts extends Project {
  readonly config: ServiceConfig & { readonly auth: AuthConfig };
}

/**
 * Opens the accounts of a project. An empty database gets its tables first, by the project's migrations where
 * it has some; one that was made for another config, or in which a migration has not run, is refused.
 *
 * @throws ConfigError, ProjectError, SchemaError, MigrationError
 */
export async function openAccounts(project: ProjectWithAccounts): Promise<Accounts> {
  const database = lastingDatabase(project.config);
  const driver = await openDatabase(database);
  try {
    await prepareTables(driver, database, project);
    return await createAccounts(driver, project.config);
  } catch (error) {
    await driver.close();
    throw error;
  }
}

async function createAccounts(driver: Driver, config: ProjectWithAccounts['config']): Promise<Accounts> {
  const contract = describeConfig(config);
  await prepareSystemTables(driver, tablesOf(capabilities, contract));
  const roles = createRoles(contract.auth?.roles);
  const users = usersOf(driver, config, contract);
  const passwords = createPasswords({ policy: resolvePasswordPolicy(config.auth) });
  const apiKeys = createApiKeys({ driver, users, roles, contract, clock: systemClock });
  // The secret is the key of the hashes of emails; no event of a command has one.
  const retentionDays = config.auth.auditRetentionDays ?? 30;
  const audit = createAuditLog({ driver, secret: '', retentionDays, counters: null });
  return {
    roles: roles.names,
    bootstrap: (admin) => bootstrapAdmin({ driver, users, passwords, roles, ...admin }),
    ...createKeys({ driver, roles, apiKeys, audit }),
    close: () => driver.close(),
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
