import { isServiceError } from '../../../errors/to-response.js';
import { createPostgresDriver } from '../../../storage/dialects/postgres/postgres-driver.js';
import type { Driver } from '../../../storage/driver.js';
import type { Clock } from '../../../util/clock.js';
import type { SessionStore } from '../session-store.js';
import { createSqlSessionStore } from '../sql/create-sql-session-store.js';
import { hasSessionTables, prepareSessionTables } from '../sql/prepare-session-tables.js';

export interface PostgresSessionStoreOptions {
  /** `postgres://user:password@host:5432/database` */
  readonly url: string;
  readonly pool?: { readonly min?: number | undefined; readonly max?: number | undefined } | undefined;
  readonly clock: Clock;
  /** Called with the reason when the server becomes unavailable, and with null when it responds again. */
  readonly onChange: (issue: Error | null) => void;
}

/** Every request with a session needs one statement of a fraction of a millisecond. */
const maxConnections = 5;

/**
 * Sessions and counters in PostgreSQL, over connections of their own: a slow list must not delay
 * authentication, and no session is read from a replica, which might not know yet that it was revoked.
 *
 * Resolves while the server is away, too: the store is then unavailable until it comes.
 *
 * @throws Error when the tables cannot be made for another reason.
 */
export async function createPostgresSessionStore(
  options: PostgresSessionStoreOptions,
): Promise<SessionStore> {
  const { url, pool, clock, onChange } = options;
  const driver = await createPostgresDriver({ url, pool: { max: maxConnections, ...pool } });
  const prepare = onceItSucceeds(async () => {
    if (!(await hasSessionTables(driver))) await driver.schemaChange(prepareSessionTables);
  });
  const store = createSqlSessionStore(preparedBefore(driver, prepare), clock);
  let isAway = false;

  function note(issue: Error | null): void {
    if (isAway === (issue !== null)) return;
    isAway = issue !== null;
    onChange(issue);
  }

  try {
    await prepare();
  } catch (error) {
    if (!isServiceError(error) || error.code !== 'UNAVAILABLE') {
      await driver.close();
      throw error;
    }
    note(reasonOf(error));
  }
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
    apart: driver.apart,
    run: (sql, parameters) => after(() => driver.run(sql, parameters)),
    transaction: (work) => after(() => driver.transaction(work)),
    briefTransaction: (work) => after(() => driver.briefTransaction(work)),
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
