import { isServiceError } from '../../../errors/to-response.js';
import { type DatabaseLocation, databaseAt } from '../../../storage/dialects/index.js';
import type { Driver } from '../../../storage/driver.js';
import type { Clock } from '../../../util/clock.js';
import type { SessionStore } from '../session-store.js';
import { createSqlSessionStore } from './create-sql-session-store.js';
import { hasSessionTables, prepareSessionTables } from './prepare-session-tables.js';

export interface SqlSessionStoreOptions {
  /**
   * A file is one of its own, so that logins never wait for writes of content. A server may be that of the
   * content: it gets connections of its own, so that a slow list does not delay authentication. No session is
   * read from a replica, which might not know yet that it was revoked.
   */
  readonly database: DatabaseLocation;
  readonly clock: Clock;
  /** Called with the reason when the server becomes unavailable, and with null when it responds again. */
  readonly onChange?: (issue: Error | null) => void;
}

/**
 * Sessions and counters in a database. Several processes may use it at the same time. Resolves while a server
 * is away, too: the store is then unavailable until it comes.
 *
 * @throws Error when the database cannot be opened, or the tables cannot be made for another reason.
 */
export async function openSqlSessionStore({
  database,
  clock,
  onChange = () => undefined,
}: SqlSessionStoreOptions): Promise<SessionStore> {
  const driver = await databaseAt(database).connect({});
  const prepare = onceItSucceeds(async () => {
    if (!(await hasSessionTables(driver))) await driver.schemaChange(prepareSessionTables);
  });
  let isAway = false;

  function note(issue: Error | null): void {
    if (isAway === (issue !== null)) return;
    isAway = issue !== null;
    onChange(issue);
  }

  try {
    await prepare();
  } catch (error) {
    if (!driver.dialect.isServer || !isServiceError(error) || error.code !== 'UNAVAILABLE') {
      await driver.close();
      throw error;
    }
    note(reasonOf(error));
  }
  if (!driver.dialect.isServer) return createSqlSessionStore(driver, clock);
  const store = createSqlSessionStore(preparedBefore(driver, prepare), clock);
  return {
    ...store,
    async check() {
      try {
        await store.check();
        note(null);
      } catch (error) {
        note(reasonOf(error));
        throw error;
      }
    },
  };
}

function reasonOf(error: unknown): Error {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause : new Error(String(cause));
}

function onceItSucceeds(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= work().catch((error: unknown) => {
      running = null;
      throw error;
    });
    return running;
  };
}

/** A driver on which nothing runs before the tables are there. */
function preparedBefore(driver: Driver, prepare: () => Promise<void>): Driver {
  const after = <T>(work: () => Promise<T>): Promise<T> => prepare().then(work);
  return {
    dialect: driver.dialect,
    all: (sql, parameters) => after(() => driver.all(sql, parameters)),
    get: (sql, parameters) => after(() => driver.get(sql, parameters)),
    longReads: driver.longReads,
    run: (sql, parameters) => after(() => driver.run(sql, parameters)),
    transaction: (work, hints) => after(() => driver.transaction(work, hints)),
    briefTransaction: (work, hints) => after(() => driver.briefTransaction(work, hints)),
    schemaChange: (work) => after(() => driver.schemaChange(work)),
    schemaSession: (work) => after(() => driver.schemaSession(work)),
    dataVersion: () => driver.dataVersion(),
    get versionSql() {
      return driver.versionSql;
    },
    check: () => after(() => driver.check()),
    close: () => driver.close(),
  };
}
