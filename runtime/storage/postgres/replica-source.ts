import { isServiceError } from '../../errors/to-response.js';
import type { PoolState, ReadSource, Recipient, Row, SqlValue } from '../driver.js';
import { ReplicaFault } from '../read-replicas.js';
import { ConnectionPool } from './connection-pool.js';
import { isLostConnection, isStarting, sqlState } from './postgres-errors.js';
import { readServerState, type ServerState } from './server-state.js';

export interface ReplicaSourceOptions {
  readonly url: string;
  readonly pool: { readonly min?: number; readonly max?: number };
  /** Milliseconds that a statement may take. */
  readonly statementTimeout: number;
  /** Milliseconds that a connection is waited for, and a server that is silent. */
  readonly patience: number;
  /** The server went away while it was asked. */
  readonly lost: () => void;
}

const positionSql = 'SELECT pg_last_wal_replay_lsn()::text AS version';

/**
 * A standby as something to read from. A statement is not tried twice here: the database can answer it, and at once.
 */
export class ReplicaSource implements ReadSource {
  readonly dialect = 'postgres';
  /**
   * None: the snapshots of a standby do not name the transactions that run on its primary, so that two of them may look the same and show
   * different data.
   */
  readonly versionSql = null;
  readonly #connections: ConnectionPool;
  readonly #lost: () => void;
  #asking: Promise<string> | null = null;

  constructor({ url, pool, statementTimeout, patience, lost }: ReplicaSourceOptions) {
    this.#lost = lost;
    this.#connections = new ConnectionPool({
      url,
      min: pool.min ?? 0,
      max: pool.max ?? 10,
      statementTimeout,
      lockTimeout: statementTimeout,
      silenceTimeout: patience,
      connectTimeout: patience,
      isReadOnly: true,
    });
  }

  async all(sql: string, parameters: readonly SqlValue[], recipient?: Recipient): Promise<readonly Row[]> {
    return (await this.#query(sql, parameters, recipient)).rows;
  }

  async get(sql: string, parameters: readonly SqlValue[], recipient?: Recipient): Promise<Row | undefined> {
    return (await this.#query(sql, parameters, recipient)).rows[0];
  }

  /** Refused by the server. */
  async run(sql: string, parameters: readonly SqlValue[]): Promise<number> {
    return (await this.#query(sql, parameters)).rowCount ?? 0;
  }

  /**
   * How far the log is replayed: equal as long as nothing has changed here. Asked before the data are, it is never newer than they are. As on
   * the database, whoever asks before the statement is sent shares its answer.
   */
  dataVersion(): Promise<string> {
    this.#asking ??= this.#connections
      .use(async (lease) => {
        this.#asking = null;
        return String((await lease.query(positionSql, [])).rows[0]?.version);
      })
      .catch((error: unknown) => {
        this.#asking = null;
        throw this.#judged(error);
      });
    return this.#asking;
  }

  /** Where the server stands. Errors are those of the server. */
  state(): Promise<ServerState> {
    return this.#connections.use((lease) =>
      readServerState({ get: async (sql, parameters) => (await lease.query(sql, parameters)).rows[0] }),
    );
  }

  get pool(): PoolState {
    return this.#connections.state;
  }

  close(): Promise<void> {
    return this.#connections.close();
  }

  async #query(
    sql: string,
    parameters: readonly SqlValue[],
    recipient?: Recipient,
  ): Promise<{ readonly rows: readonly Row[]; readonly rowCount: number | null }> {
    try {
      return await this.#connections.read(sql, parameters, recipient);
    } catch (error) {
      // Says nothing of the server, and nobody waits for what the database would answer.
      if (recipient?.gone) throw error;
      throw this.#judged(error);
    }
  }

  #judged(error: unknown): unknown {
    if (isGone(error)) this.#lost();
    return isFinal(error) ? error : new ReplicaFault({ cause: error });
  }
}

/** The server does not answer at all; one that is only short of connections does. */
function isGone(error: unknown): boolean {
  if (!isServiceError(error) || error.code !== 'UNAVAILABLE') return false;
  return error.cause === undefined || isLostConnection(error) || isStarting(error);
}

/**
 * What the database would say as well: values or a filter that no server takes, and a statement that took its whole time. Asked there,
 * too, such requests would cost twice as much.
 */
function isFinal(error: unknown): boolean {
  if (!isServiceError(error)) return false;
  return error.code === 'BAD_USER_INPUT' || sqlState(error.cause) === '57014';
}
