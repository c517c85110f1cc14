/** Content kept in a SQLite file. */
export interface SqliteDatabase {
  readonly kind: 'sqlite';
  readonly path: string;
}

/** Content kept in PostgreSQL. */
export interface PostgresDatabase {
  readonly kind: 'postgres';
  /** `postgres://user:password@host:5432/database`. May be missing where code is generated; a server asks for it when it starts. */
  readonly url: string;
  readonly pool?: PostgresPool;
}

/** How many connections to PostgreSQL each process of a server has. */
export interface PostgresPool {
  /** Connections that are kept open when nothing happens. Default 0. */
  readonly min?: number;
  /** Connections at most. Default 10. All processes together must stay below the server's `max_connections`. */
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
 * Keeps content in PostgreSQL 13 or newer, or in a server that speaks its protocol. The database must exist; its tables are made by the
 * first start. `SVC_DATABASE_URL` wins over `url`.
 *
 * @example
 * ```ts
 * db: postgres({ url: process.env.DATABASE_URL, pool: { max: 20 } })
 * ```
 */
export function postgres(options: {
  readonly url: string | undefined;
  readonly pool?: PostgresPool;
}): PostgresDatabase {
  return { kind: 'postgres', ...options, url: options.url ?? '' };
}
