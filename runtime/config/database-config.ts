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
  /** Addresses of read replicas; one that is not set counts as none. */
  readonly replicas?: readonly (string | undefined)[];
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
 * `replicas` are standbys of that database (streaming replication) which lists and documents are read from; `SVC_DATABASE_REPLICAS` wins
 * over them. One that is away or behind is passed over. Default: none. An address that is not set counts as none.
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

/** The addresses of the replicas that are set, each once. */
export function replicasOf({ replicas = [] }: Pick<PostgresDatabase, 'replicas'>): readonly string[] {
  return [...new Set(replicas.filter((url): url is string => url !== undefined && url !== ''))];
}
