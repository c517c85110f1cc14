import { isServiceError } from '../errors/to-response.js';
import type { Driver } from './driver.js';

/** Where a database is. */
export type DatabasePlace = { readonly kind: 'sqlite'; readonly path: string } | PostgresPlace;

export interface PostgresPlace {
  readonly kind: 'postgres';
  readonly url: string;
  readonly pool?: { readonly min?: number; readonly max?: number };
}

export interface OpenDatabaseOptions {
  /** Milliseconds that one transaction may take, hooks included. */
  readonly transactionTimeout?: number;
  /** Milliseconds that a write waits for another one. */
  readonly busyTimeout?: number;
  /** Milliseconds that a PostgreSQL server may be silent before it counts as away. A request wants to know it soon, a migration does not. */
  readonly silenceTimeout?: number;
  /** Told in a sentence whom a change of tables waits for in PostgreSQL, when it has waited for some seconds. */
  readonly onBlocked?: ((message: string) => void) | undefined;
}

/** PostgreSQL 13, the oldest that is tested. */
const oldestServer = 130_000;

/**
 * Opens the database of a service. Only the driver that is needed is loaded.
 *
 * @throws Error that says where the database is and what is wrong with it, without user and password.
 */
export async function openDatabase(
  database: DatabasePlace,
  options: OpenDatabaseOptions = {},
): Promise<Driver> {
  if (database.kind === 'sqlite') {
    const { createSqliteDriver } = await import('./sqlite/sqlite-driver.js');
    return createSqliteDriver({ path: database.path, ...options });
  }
  const { createPostgresDriver } = await import('./postgres/postgres-driver.js');
  const { url, pool } = database;
  const driver = await createPostgresDriver({ url, pool, ...options });
  try {
    await checkServer(driver, database);
    return driver;
  } catch (error) {
    await driver.close();
    throw error;
  }
}

/** Where a PostgreSQL database is: `PostgreSQL at db.example.com:5432, database shop`. */
export function placeOfDatabase({ url }: Pick<PostgresPlace, 'url'>): string {
  const { hostname, port, pathname } = new URL(url);
  const host = hostname === '' ? 'localhost' : hostname;
  return `PostgreSQL at ${host}:${port === '' ? 5432 : port}, database ${decodeURIComponent(pathname.slice(1))}`;
}

async function checkServer(driver: Driver, database: PostgresPlace): Promise<void> {
  const place = placeOfDatabase(database);
  const { version, encoding } = await serverFacts(driver, place);
  if (version < oldestServer) {
    throw new Error(`${place}: the server is too old. svc needs PostgreSQL 13 or newer.`);
  }
  if (encoding !== 'UTF8') {
    throw new Error(
      `${place}: the database has the encoding ${encoding}, which cannot hold every text. Make one with ENCODING 'UTF8'.`,
    );
  }
}

async function serverFacts(
  driver: Driver,
  place: string,
): Promise<{ readonly version: number; readonly encoding: string }> {
  try {
    const row = await driver.get(
      `SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding`,
      [],
    );
    return { version: Number(row?.['version']), encoding: String(row?.['encoding']) };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const reason = error.cause instanceof Error ? reasonOf(error.cause) : error.message;
    const advice = isNoDatabase(error.cause)
      ? 'Make it first, for instance with createdb, or mend its name in the address.'
      : 'Is it running, and is SVC_DATABASE_URL right?';
    throw new Error(`${place} cannot be used: ${reason}. ${advice}`, { cause: error });
  }
}

/** PostgreSQL's `invalid_catalog_name`. */
function isNoDatabase(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === '3D000';
}

/** An `AggregateError` of several addresses has no message of its own. */
function reasonOf(error: Error): string {
  if (error.message !== '') return error.message;
  const [first] = error instanceof AggregateError ? error.errors : [];
  return first instanceof Error ? first.message : error.name;
}
