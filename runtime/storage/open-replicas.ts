import { type PostgresPlace, placeOfDatabase } from './open-database.js';
import { mostLag, type ReadReplicas } from './read-replicas.js';

export interface ReplicasOptions {
  /** The addresses of the replicas. */
  readonly urls: readonly string[];
  /** The database that they follow. Its pool: each replica gets one of the same size. */
  readonly database: PostgresPlace;
  /** Milliseconds that one statement may take. Default 30 000. */
  readonly statementTimeout?: number;
  /** Milliseconds that a replica may be behind. */
  readonly mostLag?: number;
  /**
   * Milliseconds that a replica may be silent. Default 400: then the database is asked instead, and both together have to answer within a
   * second.
   */
  readonly patience?: number;
  readonly note: (level: 'info' | 'warn', message: string) => void;
}

/** Opens replicas to read from. One that cannot be reached keeps no server from starting: it is read from when it can be. */
export async function openReplicas(options: ReplicasOptions): Promise<ReadReplicas> {
  const { createReplicaSet } = await import('./postgres/replica-set.js');
  const { createPostgresDriver } = await import('./postgres/postgres-driver.js');
  const { urls, database, statementTimeout = 30_000, patience = 400, note } = options;
  const { pool = {} } = database;
  return createReplicaSet({
    primary: await createPostgresDriver({ url: database.url, pool: { max: 1 } }),
    addresses: urls.map((url) => ({
      url,
      place: placeOfDatabase({ url }),
      address: addressOf(url),
      pool,
      statementTimeout,
      patience,
    })),
    mostLag: options.mostLag ?? mostLag,
    note,
  });
}

/** `db2.example.com:5432/shop`: no user and no password. */
function addressOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname === '' ? 'localhost' : hostname}:${port === '' ? 5432 : port}${decodeURIComponent(pathname)}`;
}
