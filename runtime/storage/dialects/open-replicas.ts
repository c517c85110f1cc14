import { defaultLongReadTimeout } from '../driver.js';
import { maxLag, type ReadReplicas } from '../read-replicas.js';
import { describeLocation, type PostgresLocation } from './open-database.js';

export interface ReplicasOptions {
  /** The addresses of the replicas. */
  readonly urls: readonly string[];
  /** The primary database. Each replica gets a pool of the same size. */
  readonly database: PostgresLocation;
  /** Milliseconds that one statement may take. Default 30 000. */
  readonly statementTimeout?: number;
  /** Time limit of a long read, in milliseconds. */
  readonly longReadTimeout?: number;
  /** Max milliseconds that a replica may be behind. */
  readonly maxLag?: number;
  /**
   * Milliseconds without a response after which a replica is given up. Default 400: the primary is read then,
   * and both together must respond within a second.
   */
  readonly timeout?: number;
  readonly note: (level: 'info' | 'warn', message: string) => void;
}

/**
 * Opens replicas to read from. An unreachable replica does not keep a server from starting: it is used as
 * soon as it can be reached.
 */
export async function openReplicas(options: ReplicasOptions): Promise<ReadReplicas> {
  const { createReplicaSet } = await import('./postgres/replica-set.js');
  const { createPostgresDriver } = await import('./postgres/postgres-driver.js');
  const { urls, database, statementTimeout = 30_000, timeout = 400, note } = options;
  const { longReadTimeout = defaultLongReadTimeout } = options;
  const { pool = {} } = database;
  return createReplicaSet({
    primary: await createPostgresDriver({ url: database.url, pool: { max: 1 } }),
    addresses: urls.map((url) => ({
      url,
      place: describeLocation({ url }),
      address: addressOf(url),
      pool,
      statementTimeout,
      longReadTimeout,
      timeout,
    })),
    maxLag: options.maxLag ?? maxLag,
    note,
  });
}

/** `db2.example.com:5432/shop`: without user and password. */
function addressOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname === '' ? 'localhost' : hostname}:${port === '' ? 5432 : port}${decodeURIComponent(pathname)}`;
}
