import { isServiceError } from '../../../errors/to-response.js';
import type { ClientSignal, LongReadRunner, PoolState, ReadSource, Row, SqlValue } from '../../driver.js';
import { createAnswerTurns } from '../../long-reads.js';
import { ReplicaFault } from '../../read-replicas.js';
import type { Dialect } from '../dialect.js';
import type { LogState } from '../server-checks.js';
import { ConnectionPool } from './connection-pool.js';
import { postgres } from './dialect.js';
import { isLostConnection, isStarting, sqlState } from './postgres-errors.js';
import { sizesOfTables } from './postgres-sizes.js';
import { readServerState } from './server-state.js';
import { ShareOfPool } from './share-of-pool.js';

export interface ReplicaSourceOptions {
  readonly url: string;
  readonly pool: { readonly min?: number; readonly max?: number };
  /** Time limit of a statement, in milliseconds. */
  readonly statementTimeout: number;
  /** Time limit of a long read, in milliseconds. */
  readonly longReadTimeout: number;
  /** Max wait for a connection, and for a response of a silent server, in milliseconds. */
  readonly timeout: number;
  /** Called when the server goes away during a statement. */
  readonly lost: () => void;
}

const positionSql = 'SELECT pg_last_wal_replay_lsn()::text AS version';

/** A standby as a source of reads. Statements are not retried here: the primary can run them at once. */
export class ReplicaSource implements ReadSource {
  readonly dialect: Dialect = postgres;
  /**
   * Null: the snapshots of a standby do not contain the transactions that run on its primary, so two
   * snapshots may look the same and show different data.
   */
  readonly versionSql = null;
  readonly longReads: LongReadRunner;
  readonly #connections: ConnectionPool;
  readonly #lost: () => void;
  #asking: Promise<string> | null = null;

  constructor({ url, pool, statementTimeout, longReadTimeout, timeout, lost }: ReplicaSourceOptions) {
    this.#lost = lost;
    const max = pool.max ?? 10;
    this.#connections = new ConnectionPool({
      url,
      min: pool.min ?? 0,
      max,
      statementTimeout,
      lockTimeout: statementTimeout,
      silenceTimeout: timeout,
      connectTimeout: timeout,
      isReadOnly: true,
    });
    const share = new ShareOfPool({
      connections: this.#connections,
      max,
      deadline: longReadTimeout,
      judged: (error) => this.#judged(error),
    });
    const answers = createAnswerTurns(longReadTimeout);
    this.longReads = {
      all: (sql, parameters, read) => share.all(sql, parameters, read),
      turn: (read) => answers.take(read),
      hold: () => null,
      hasTakenLong: () => false,
      sizeOf: sizesOfTables((sql) => this.all(sql, [])),
      state: () => ({ statements: share.state, responses: answers.state }),
    };
  }

  async all(
    sql: string,
    parameters: readonly SqlValue[],
    clientSignal?: ClientSignal,
  ): Promise<readonly Row[]> {
    return (await this.#query(sql, parameters, clientSignal)).rows;
  }

  async get(
    sql: string,
    parameters: readonly SqlValue[],
    clientSignal?: ClientSignal,
  ): Promise<Row | undefined> {
    return (await this.#query(sql, parameters, clientSignal)).rows[0];
  }

  /** The server refuses writes. */
  async run(sql: string, parameters: readonly SqlValue[]): Promise<number> {
    return (await this.#query(sql, parameters)).rowCount ?? 0;
  }

  /**
   * How far the log is replayed: equal as long as nothing has changed here. It is read before the data, so it
   * is never newer than they are. As on the primary, callers that arrive before the statement is sent share
   * its result.
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

  /** The server's position. Errors are those of the server. */
  state(): Promise<LogState> {
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
    clientSignal?: ClientSignal,
  ): Promise<{ readonly rows: readonly Row[]; readonly rowCount: number | null }> {
    try {
      return await this.#connections.read(sql, parameters, clientSignal);
    } catch (error) {
      // This says nothing about the server, and no client waits for a result from the primary.
      if (clientSignal?.gone) throw error;
      throw this.#judged(error);
    }
  }

  #judged(error: unknown): unknown {
    if (isGone(error)) this.#lost();
    return isFinal(error) ? error : new ReplicaFault({ cause: error });
  }
}

/** The server does not respond at all; a server without free connections does respond. */
function isGone(error: unknown): boolean {
  if (!isServiceError(error) || error.code !== 'UNAVAILABLE') return false;
  return error.cause === undefined || isLostConnection(error) || isStarting(error);
}

/**
 * Errors that the primary would report too: values or a filter that no server accepts, and a statement that
 * used all of its time. A retry there would double the cost of such requests.
 */
function isFinal(error: unknown): boolean {
  if (!isServiceError(error)) return false;
  return error.code === 'BAD_USER_INPUT' || sqlState(error.cause) === '57014';
}
