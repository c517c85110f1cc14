import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Driver } from '../driver.js';

/** The connection config of a database. */
export type DatabaseLocation = { readonly kind: 'sqlite'; readonly path: string } | PostgresLocation;

export interface PostgresLocation {
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

/**
 * Opens the database of a service. Only the needed driver is loaded.
 *
 * @throws Error that names the database and the problem, without user and password.
 */
export async function openDatabase(
  database: DatabaseLocation,
  options: OpenDatabaseOptions = {},
): Promise<Driver> {
  const driver = await openDriver(database, options);
  if (database.kind === 'sqlite') return driver;
  const { checkServer } = await import('./postgres/check-server.js');
  try {
    await checkServer(driver, describeLocation(database));
    return driver;
  } catch (error) {
    await driver.close();
    throw error;
  }
}

/** Opens a database without a statement: a server may be away. */
export async function openDriver(
  database: DatabaseLocation,
  options: OpenDatabaseOptions = {},
): Promise<Driver> {
  if (database.kind === 'sqlite') {
    const { createSqliteDriver } = await import('./sqlite/sqlite-driver.js');
    return createSqliteDriver({ path: database.path, ...options });
  }
  const { createPostgresDriver } = await import('./postgres/postgres-driver.js');
  const { url, pool } = database;
  return createPostgresDriver({ url, pool, ...options });
}

/** Describes a database server: `PostgreSQL at db.example.com:5432, database shop`. */
export function describeLocation({ url }: Pick<PostgresLocation, 'url'>): string {
  const { hostname, port, pathname } = new URL(url);
  const host = hostname === '' ? 'localhost' : hostname;
  const database = pathname.length > 1 ? `, database ${decodeURIComponent(pathname.slice(1))}` : '';
  return `PostgreSQL at ${host}:${port === '' ? 5432 : port}${database}`;
}

/** Whether nothing is left of the database when its process ends. */
export function isInMemory(database: DatabaseLocation): boolean {
  return database.kind === 'sqlite' && database.path === ':memory:';
}

/** Whether opening the database would create an empty one. */
export function isMissing(database: DatabaseLocation): boolean {
  return database.kind === 'sqlite' && (isInMemory(database) || !existsSync(resolve(database.path)));
}
