import { createSqliteDriver } from '../../../storage/dialects/sqlite/sqlite-driver.js';
import type { Clock } from '../../../util/clock.js';
import type { SessionStore } from '../session-store.js';
import { createSqlSessionStore } from '../sql/create-sql-session-store.js';
import { prepareSessionTables } from '../sql/prepare-session-tables.js';

export interface SqliteSessionStoreOptions {
  /**
   * File of its own; `:memory:` keeps nothing after `close`. Several processes may use it at the same time.
   */
  readonly path: string;
  readonly clock: Clock;
}

/**
 * Sessions and counters in a SQLite file of their own, so that logins never wait for writes of content.
 *
 * @throws Error when the file cannot be opened or is no SQLite database.
 */
export async function createSqliteSessionStore({
  path,
  clock,
}: SqliteSessionStoreOptions): Promise<SessionStore> {
  const driver = await createSqliteDriver({ path });
  try {
    await driver.schemaChange(prepareSessionTables);
  } catch (error) {
    await driver.close();
    throw error;
  }
  return createSqlSessionStore(driver, clock);
}
