import { isServiceError } from '../errors/to-response.js';
import type { Driver } from './driver.js';

/** The connection config of a database. */
export type DatabasePlace = { readonly kind: 'sqlite'; readonly path: string } | PostgresPlace;

export interface PostgresPlace {
  readonly kind: 'postgres';
  readonly url: string;
  readonly pool?: { readonly min?: number; readonly max?: number };
}

export interface OpenDatabaseOptions {
  /** Time limit of one transaction, hooks included, in milliseconds. */
  readonly transactionTimeout?: number;
  /** How long a write waits for another one, in milliseconds. */
  readonly busyTimeout?: number;
  /** Time limit of a long read, in milliseconds. */
  readonly longReadTimeout?: number;
  /**
   * Milliseconds without a response after which a PostgreSQL server counts as unreachable. A request needs a
   * short limit, a migration a long one.
   */
  readonly silenceTimeout?: number;
  /**
   * Called with a sentence that names the process which blocks a schema change in PostgreSQL, after some
   * seconds of waiting.
   */
  readonly onBlocked?: ((message: string) => void) | undefined;
}

/** PostgreSQL 13, the oldest tested version. */
const oldestServer = 130_000;

/**
 * Opens the database of a service. Only the needed driver is loaded.
 *
 * @throws Error that names the database and the problem, without user and password.
 */
export async function openDatabase(
  database: DatabasePlace,
  options: OpenDatabaseOptions = {},
): Promise<Driver> {
  if (database.kind === 'sqlite') {
    const { createSqliteDriver } = await import('./dialects/sqlite/sqlite-driver.js');
    return createSqliteDriver({ path: database.path, ...options });
  }
  const { createPostgresDriver } = await import('./dialects/postgres/postgres-driver.js');
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

/** Describes a PostgreSQL database: `PostgreSQL at db.example.com:5432, database shop`. */
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
