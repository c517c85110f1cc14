import type { Driver } from '../driver.js';
import type { ReadReplicas } from '../read-replicas.js';
import type { StorageSchema } from '../schema/storage-schema.js';
import type { IndexTrial } from './index-trial.js';
import type { ServerChecks } from './server-checks.js';

export interface OpenDatabaseOptions {
  /** Time limit of one transaction, hooks included, in milliseconds. */
  readonly transactionTimeout?: number;
  /** How long a write waits for another one, in milliseconds. */
  readonly busyTimeout?: number;
  /** Time limit of a long read, in milliseconds. */
  readonly longReadTimeout?: number;
  /** Max number of connections to a server. Default: that of the config. */
  readonly maxConnections?: number;
  /**
   * Milliseconds without a response after which a database server counts as unreachable. A request needs a
   * short limit, a migration a long one.
   */
  readonly silenceTimeout?: number;
  /**
   * Called with a sentence that names the process which blocks a schema change on a server, after some
   * seconds of waiting.
   */
  readonly onBlocked?: ((message: string) => void) | undefined;
}

export interface ReplicasOptions {
  /** The addresses of the replicas. */
  readonly urls: readonly string[];
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

/** A database as the config names it, before it is opened. Its code is loaded when it is used. */
export interface Database {
  /** Path of its file; null if it is on a server. */
  readonly file: string | null;
  /** Where it is, without user and password: `PostgreSQL at db.example.com:5432, database shop`. */
  readonly place: string;
  /** The host of its server; null if it is a file, `localhost` if its server is reached by a socket. */
  readonly host: string | null;
  /** Whether nothing is left of it when its process ends. */
  readonly isInMemory: boolean;
  /** Whether opening it would create an empty one. */
  isMissing(): boolean;
  /** Opens it without a statement: a server may be away. */
  connect(options: OpenDatabaseOptions): Promise<Driver>;
  /** @throws Error that names the database and the problem if it cannot be used. */
  check(driver: Driver): Promise<void>;
  /**
   * Prepares trials of indexes.
   *
   * @param driver - of this database; its statistics, or a sample of its rows, tell the planner of the values
   * that there are
   */
  openIndexTrial(driver: Driver, schema: StorageSchema): Promise<IndexTrial>;
  /** Null if it can have none. */
  readonly replicas: {
    at(url: string): Database;
    open(options: ReplicasOptions): Promise<ReadReplicas>;
  } | null;
  /** Null for a file, of which there is nothing to check but the file. */
  readonly loadServerChecks: (() => Promise<ServerChecks>) | null;
}
