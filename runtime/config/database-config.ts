/** Content kept in a SQLite file. */
export interface SqliteDatabase {
  readonly kind: 'sqlite';
  readonly path: string;
}

/** Content kept in PostgreSQL. Not available in this version. */
export interface PostgresDatabase {
  readonly kind: 'postgres';
  readonly url: string;
  readonly pool?: PostgresPool;
}

/** How many connections to PostgreSQL are kept. */
export interface PostgresPool {
  readonly min?: number;
  readonly max?: number;
}

/** Where content is kept. */
export type DatabaseConfig = SqliteDatabase | PostgresDatabase;

/** Where content is kept unless the config or `SVC_DATABASE_URL` says otherwise. */
export const defaultSqlitePath = '.svc/data.db';

/**
 * Keeps content in a SQLite file. The path is relative to the folder the server is started in; `:memory:` keeps nothing.
 *
 * @example
 * ```ts
 * db: sqlite({ path: 'data/content.db' })
 * ```
 */
export function sqlite(options: { readonly path?: string } = {}): SqliteDatabase {
  return { kind: 'sqlite', path: options.path ?? defaultSqlitePath };
}

/**
 * Keeps content in PostgreSQL. Not available in this version: a config that uses it is refused.
 *
 * @example
 * ```ts
 * db: postgres({ url: process.env.DATABASE_URL })
 * ```
 */
export function postgres(options: { readonly url: string; readonly pool?: PostgresPool }): PostgresDatabase {
  return { kind: 'postgres', ...options };
}
