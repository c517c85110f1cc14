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

/** Where content is kept unless the config or `SVC_DATABASE_URL` names another database. */
export const defaultSqlitePath = '.svc/data.db';

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
  return { kind: 'sqlite', path: options.path ?? defaultSqlitePath };
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

/** URLs of the replicas that are set, without duplicates. */
export function replicasOf({ replicas = [] }: Pick<PostgresDatabase, 'replicas'>): readonly string[] {
  return [...new Set(replicas.filter((url): url is string => url !== undefined && url !== ''))];
}

/** A database with its replicas; null for one that has none. */
export function withReplicas(
  database: DatabaseConfig,
): { readonly database: PostgresDatabase; readonly urls: readonly string[] } | null {
  if (database.kind !== 'postgres') return null;
  const urls = replicasOf(database);
  return urls.length === 0 ? null : { database, urls };
}
