/** Users and their related records on a real SQLite database, without HTTP. Closed when the test ends. */

import { onTestFinished } from 'vitest';
import { createRoles } from '../../../runtime/access/roles.js';
import type { ApiKeys } from '../../../runtime/auth/api-keys/api-keys.js';
import { createApiKeys } from '../../../runtime/auth/api-keys/create-api-keys.js';
import { createPasswords } from '../../../runtime/auth/passwords/create-passwords.js';
import type { Passwords } from '../../../runtime/auth/passwords/passwords.js';
import type { UserRecord, UserStore } from '../../../runtime/auth/users/user-store.js';
import { capabilities } from '../../../runtime/capabilities/index.js';
import { describeConfig } from '../../../runtime/codegen/describe-config.js';
import type { ServiceConfig } from '../../../runtime/config/service-config.js';
import { createOperations } from '../../../runtime/documents/create-operations.js';
import { tablesOf } from '../../../runtime/storage/capability.js';
import type { Driver } from '../../../runtime/storage/driver.js';
import { prepareSchema } from '../../../runtime/storage/schema/prepare-schema.js';
import { prepareSystemTables } from '../../../runtime/storage/schema/system-tables.js';
import { createIdSource } from '../../../runtime/util/ids.js';
import { openTestDriver } from '../../support/test-database.js';

export interface UserDatabase {
  readonly driver: Driver;
  readonly users: UserStore;
  readonly passwords: Passwords;
  readonly apiKeys: ApiKeys;
  /** Milliseconds since 1970; does not advance by itself. */
  now: number;
  addUser(user: { readonly email: string; readonly role: string }): Promise<UserRecord>;
}

const secret = 'a secret of the tests that is long enough';

/** The default policy, with cheap hashes. */
export const testPasswords: () => Passwords = () =>
  createPasswords({
    policy: { minLength: 12, uppercase: true, lowercase: true, digit: true, symbol: true },
    hashing: { memoryKiB: 64, timeCost: 1, parallelism: 1 },
  });

export async function openUsers(
  config: Omit<ServiceConfig, 'auth'> = {},
  path = ':memory:',
): Promise<UserDatabase> {
  const whole: ServiceConfig = { ...config, auth: { secret } };
  const contract = describeConfig(whole);
  const driver = await openTestDriver({ path });
  onTestFinished(() => driver.close());
  await prepareSchema(driver, { contract, mode: 'create' });
  await prepareSystemTables(driver, tablesOf(capabilities, contract));

  const time = { now: Date.UTC(2026, 10, 21) };
  const clock = (): number => time.now;
  const log = { error: (_: object, message: string) => expectNothing(message) };
  const operations = createOperations({
    contract,
    config: whole,
    driver,
    clock,
    ids: createIdSource(clock),
    log,
  });
  const users = operations.users?.records;
  if (users === undefined) throw new Error('There are no users.');
  const roles = createRoles(contract.auth?.roles);
  return {
    driver,
    users,
    passwords: testPasswords(),
    apiKeys: createApiKeys({ driver, users, roles, contract, clock }),
    get now() {
      return time.now;
    },
    set now(value) {
      time.now = value;
    },
    addUser: ({ email, role }) =>
      driver.transaction((connection) =>
        users.insert(connection, { email, name: null, role, emailVerified: true, passwordHash: null }),
      ),
  };
}

function expectNothing(message: string): never {
  throw new Error(`Something was logged: ${message}`);
}
