/** Where content and sessions may be kept: the databases, as a config names them. */

/** Content kept in a SQLite file. */
export interface SqliteDatabase {
  readonly kind: 'sqlite';
  readonly path: string;
}

/** Content kept in PostgreSQL. */
export interface PostgresDatabase {
  readonly kind: 'postgres';
  /**
   * `postgres://user:password@host:5432/database`. May be missing while code is generated; needed when a
   * server starts.
   */
  readonly url: string;
  /** Size of the connection pool. */
  readonly pool?: PostgresPool;
  /** URLs of read replicas. Entries that are not set are ignored. */
  readonly replicas?: readonly (string | undefined)[];
}

/** Number of PostgreSQL connections of each server process. */
export interface PostgresPool {
  /** Connections that stay open when idle. Default 0. */
  readonly min?: number;
  /**
   * Max number of connections. Default 10. The sum over all processes must stay below the server's
   * `max_connections`.
   */
  readonly max?: number;
}

/** Where content is kept. */
export type DatabaseConfig = SqliteDatabase | PostgresDatabase;

/** Sessions kept in a SQLite file. */
export interface SqliteSessions {
  readonly kind: 'sqlite';
  /**
   * Path of the file. Default: next to the content database, `sessions.db` for `data.db` and
   * `shop.sessions.db` for `shop.db`. With `:memory:` sessions are lost on restart.
   */
  readonly path?: string;
}

/** Sessions kept in PostgreSQL. */
export interface PostgresSessions {
  readonly kind: 'postgres';
  /** Default: the content database, which must be PostgreSQL then. */
  readonly db?: PostgresDatabase;
}

/** Sessions kept in one of the databases that may also hold content. */
export type DatabaseSessions = SqliteSessions | PostgresSessions;

/** The file of the content, unless the config or `SVC_DATABASE_URL` names another database. */
export const defaultFile = '.svc/data.db';

/** The kind of database in a file, and the kind on a server. */
export const kinds = { file: 'sqlite', server: 'postgres' } as const;

export type DatabaseFile = SqliteDatabase;

export type DatabaseServer = PostgresDatabase;

/**
 * Keeps content in a SQLite file. The path is relative to the folder the server is started in. With
 * `:memory:` content is lost on exit.
 *
 * @example
 * ```ts
 * db: sqlite({ path: 'data/content.db' })
 * ```
 */
export function sqlite(options: { readonly path?: string } = {}): SqliteDatabase {
  return { kind: 'sqlite', path: options.path ?? defaultFile };
}

/**
 * Keeps content in PostgreSQL 13 or newer, or in a server that speaks its protocol. The database must exist;
 * the first start creates its tables. `SVC_DATABASE_URL` wins over `url`.
 *
 * `replicas` are standbys of that database (streaming replication) that serve reads of lists and documents;
 * `SVC_DATABASE_REPLICAS` wins over them. A standby that is unreachable or lags behind is skipped. Default:
 * none. Entries that are not set are ignored.
 *
 * @example
 * ```ts
 * db: postgres({ url: process.env.DATABASE_URL, pool: { max: 20 }, replicas: [process.env.REPLICA_URL] })
 * ```
 */
export function postgres(options: {
  readonly url: string | undefined;
  readonly pool?: PostgresPool;
  readonly replicas?: readonly (string | undefined)[];
}): PostgresDatabase {
  return { kind: 'postgres', ...options, url: options.url ?? '' };
}

/**
 * Keeps sessions in a SQLite file. This is the default.
 *
 * @example
 * ```ts
 * auth: { secret: process.env.SVC_SECRET, sessions: sqliteSessions({ path: '.svc/sessions.db' }) }
 * ```
 */
export function sqliteSessions(options: { readonly path?: string } = {}): SqliteSessions {
  return Object.freeze({ kind: 'sqlite', ...options });
}

/**
 * Keeps sessions in PostgreSQL: in the content database unless `db` names another one.
 *
 * @example
 * ```ts
 * const db = postgres({ url: process.env.DATABASE_URL });
 * export default defineConfig({
 *   db,
 *   auth: { secret: process.env.SVC_SECRET, sessions: postgresSessions({ db }) },
 * });
 * ```
 */
export function postgresSessions(options: { readonly db?: PostgresDatabase } = {}): PostgresSessions {
  return Object.freeze({ kind: 'postgres', ...options });
}
