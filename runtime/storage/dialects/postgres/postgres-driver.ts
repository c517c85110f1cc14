import { setTimeout as delay } from 'node:timers/promises';
import {
  type ClientSignal,
  type Connection,
  type Driver,
  defaultLongReadTimeout,
  type LongReadRunner,
  type PoolState,
  type Row,
  type SqlValue,
  type TransactionHints,
} from '../../driver.js';
import { createAnswerTurns, type LongReads } from '../../long-reads.js';
import { undoable } from '../../undoable.js';
import { withTimeout } from '../../with-timeout.js';
import type { Dialect } from '../dialect.js';
import { BlockerWatch } from './blocker-watch.js';
import { ConnectionPool } from './connection-pool.js';
import { postgres } from './dialect.js';
import { endsWithClient } from './ends-with-client.js';
import type { Plans } from './plan-setting.js';
import { isConflict, isLostConnection, isUnknownFunction } from './postgres-errors.js';
import { sizesOfTables } from './postgres-sizes.js';
import { follow, hasLock, lockPause, schemaLock, sessionLock } from './schema-locks.js';
import { ShareOfPool } from './share-of-pool.js';
import { StatementSession } from './statement-session.js';
import { again, begin, commit, isUnbegun, isUncertain, rollBack } from './transaction-ends.js';
import { TransactionSession } from './transaction-session.js';

export interface PostgresDriverOptions {
  /** `postgres://user:password@host:5432/name`, with the parameters that `pg` knows (`sslmode`). */
  readonly url: string;
  readonly pool?: { readonly min?: number | undefined; readonly max?: number | undefined } | undefined;
  /** Milliseconds that one transaction may take, hooks included, before it is rolled back. Default 30 000. */
  readonly transactionTimeout?: number;
  /**
   * Milliseconds that a write waits for another transaction's write to the same row before it fails with 503.
   * Default 5 000.
   */
  readonly busyTimeout?: number;
  /** Time limit of a long read, in milliseconds. Default 5 000. */
  readonly longReadTimeout?: number;
  /**
   * Milliseconds without a response, also to a probe, after which a server counts as unreachable. Default
   * 600.
   */
  readonly silenceTimeout?: number | undefined;
  /** Called with a sentence that names what blocks a schema change, after some seconds of waiting. */
  readonly onBlocked?: ((message: string) => void) | undefined;
}

interface TransactionOptions {
  /** In milliseconds; 0: none. */
  readonly timeout: number;
  readonly plans: Plans;
  /** Whether it begins with its first statement, since the work may be done again. */
  readonly isLazy: boolean;
}

/** Work inside a transaction. */
type Work<T> = (connection: Connection) => Promise<T>;

/** The result of an attempt while another process holds the lock. */
const taken = Symbol('the lock is taken');

/** A subquery, so that the server evaluates it once and not for every row. */
const snapshotSql = '(SELECT pg_current_snapshot()::text)';

/**
 * Opens a pool of connections to a PostgreSQL server. It connects at the first statement.
 *
 * Transactions see what is committed (`READ COMMITTED`), so a transaction locks the rows that its decisions
 * depend on.
 *
 * @throws Error when the package `pg` is missing or the address is invalid.
 */
export async function createPostgresDriver(options: PostgresDriverOptions): Promise<Driver> {
  const { url, pool = {}, transactionTimeout = 30_000, busyTimeout = 5_000 } = options;
  const max = pool.max ?? 10;
  const connections = new ConnectionPool({
    url,
    min: pool.min ?? 0,
    max,
    statementTimeout: transactionTimeout,
    lockTimeout: Math.min(busyTimeout, transactionTimeout),
    silenceTimeout: options.silenceTimeout,
  });
  const deadline = options.longReadTimeout ?? defaultLongReadTimeout;
  const longReads = new ShareOfPool({ connections, max, deadline });
  const answers = createAnswerTurns(deadline);
  return new PostgresDriver(connections, {
    longReads,
    answers,
    transactionTimeout,
    onBlocked: options.onBlocked,
  });
}

class PostgresDriver implements Driver {
  readonly dialect: Dialect = postgres;
  readonly #connections: ConnectionPool;
  readonly longReads: LongReadRunner;
  readonly #transactionTimeout: number;
  readonly #onBlocked: PostgresDriverOptions['onBlocked'];
  #closing: Promise<void> | null = null;
  /** Null until the server was asked once: other servers that speak the protocol have no snapshots. */
  #hasSnapshots: boolean | null = null;
  #asking: Promise<string> | null = null;

  constructor(
    connections: ConnectionPool,
    {
      longReads,
      answers,
      transactionTimeout,
      onBlocked,
    }: Pick<PostgresDriverOptions, 'onBlocked'> & {
      longReads: ShareOfPool;
      answers: LongReads;
      transactionTimeout: number;
    },
  ) {
    this.#connections = connections;
    this.longReads = {
      all: (sql, parameters, read) => again(isLostConnection, () => longReads.all(sql, parameters, read)),
      turn: (read) => answers.take(read),
      hold: () => null,
      // A slow statement blocks only requests that wait for the same connection.
      hasTakenLong: () => false,
      sizeOf: sizesOfTables((sql) => this.all(sql, [])),
      state: () => ({ statements: longReads.state, responses: answers.state }),
    };
    this.#transactionTimeout = transactionTimeout;
    this.#onBlocked = onBlocked;
  }

  async all(
    sql: string,
    parameters: readonly SqlValue[],
    clientSignal?: ClientSignal,
  ): Promise<readonly Row[]> {
    // A read may be retried.
    return again(
      isLostConnection,
      async () => (await this.#connections.read(sql, parameters, clientSignal)).rows,
    );
  }

  async get(
    sql: string,
    parameters: readonly SqlValue[],
    clientSignal?: ClientSignal,
  ): Promise<Row | undefined> {
    return (await this.all(sql, parameters, clientSignal))[0];
  }

  run(sql: string, parameters: readonly SqlValue[]): Promise<number> {
    return this.#connections.use(async (lease) => (await lease.query(sql, parameters)).rowCount ?? 0);
  }

  transaction<T>(work: Work<T>, hints?: TransactionHints): Promise<T> {
    return this.#transact(work, { ...this.#optionsOf(hints), isLazy: false });
  }

  briefTransaction<T>(work: Work<T>, hints?: TransactionHints): Promise<T> {
    const undone = (error: unknown): boolean =>
      isConflict(error) || (isLostConnection(error) && !isUncertain(error));
    return again(undone, () => this.#transact(work, { ...this.#optionsOf(hints), isLazy: true }));
  }

  #optionsOf(hints: TransactionHints = {}): Pick<TransactionOptions, 'timeout' | 'plans'> {
    return {
      timeout: this.#transactionTimeout,
      plans: hints.findsByKey === true ? 'shared' : 'byValues',
    };
  }

  schemaChange<T>(work: Work<T>): Promise<T> {
    return this.#watched(schemaLock, (watch) => this.#changeSchema(work, watch));
  }

  async #changeSchema<T>(work: Work<T>, watch: BlockerWatch | null): Promise<T> {
    for (;;) {
      const outcome = await this.#transact<typeof taken | { readonly result: T }>(
        async (connection) => {
          await connection.run('SET LOCAL statement_timeout = 0', []);
          await connection.run('SET LOCAL idle_in_transaction_session_timeout = 0', []);
          await connection.run('SET LOCAL lock_timeout = 0', []);
          // Polls with retries: a connection that waits inside a statement holds a snapshot, which blocks
          // concurrent index builds.
          if (!(await hasLock(connection, 'pg_try_advisory_xact_lock', schemaLock))) return taken;
          await undoable(connection, () => endsWithClient(connection, 'SET LOCAL')).catch(() => undefined);
          await follow(connection, watch);
          await connection.run('SET CONSTRAINTS ALL DEFERRED', []);
          return { result: await work(connection) };
        },
        { timeout: 0, plans: 'byValues', isLazy: false },
      );
      if (outcome !== taken) return outcome.result;
      await delay(lockPause);
    }
  }

  /**
   * The lock belongs to the connection. When the process ends, the server releases it within seconds, or
   * after the running statement.
   */
  schemaSession<T>(work: Work<T>): Promise<T> {
    return this.#watched(sessionLock, (watch) => this.#useSession(work, watch));
  }

  #useSession<T>(work: Work<T>, watch: BlockerWatch | null): Promise<T> {
    return this.#connections.use(async (lease) => {
      const session = new StatementSession(lease);
      try {
        await session.run('SET statement_timeout = 0', []);
        await session.run('SET lock_timeout = 0', []);
        while (!(await hasLock(session, 'pg_try_advisory_lock', sessionLock))) await delay(lockPause);
        await endsWithClient(session, 'SET').catch(() => undefined);
        await follow(session, watch);
        const result = await work(session);
        await session.all('SELECT pg_advisory_unlock(?)', [sessionLock]);
        return result;
      } finally {
        session.end();
        // This discards the connection's settings, and the lock if the work failed.
        lease.spoil();
      }
    });
  }

  /**
   * Identifies what a statement that begins now would see: equal as long as no write is committed. Costs one
   * round trip, where counting would read every document. Callers that arrive before the statement is sent
   * share its result, which is newer than each of their calls.
   */
  async dataVersion(): Promise<string | null> {
    if (this.#hasSnapshots === false) return null;
    try {
      this.#asking ??= again(isLostConnection, () => this.#askVersion());
      const version = await this.#asking;
      this.#hasSnapshots = true;
      return version;
    } catch (error) {
      // Other servers that speak the protocol.
      if (!isUnknownFunction(error)) throw error;
      this.#hasSnapshots = false;
      return null;
    }
  }

  readonly pool = (): PoolState => this.#connections.state;

  get versionSql(): string | null {
    return this.#hasSnapshots ? snapshotSql : null;
  }

  #askVersion(): Promise<string> {
    return this.#connections.use(async (lease) => {
      this.#asking = null;
      const { rows } = await lease.query(`SELECT ${snapshotSql} AS version`, []);
      return String(rows[0]?.version);
    });
  }

  async check(): Promise<void> {
    await this.get('SELECT 1 AS one', []);
  }

  close(): Promise<void> {
    this.#closing ??= this.#connections.close();
    return this.#closing;
  }

  /** Runs a schema change that first waits for a lock, and reports meanwhile what blocks it. */
  async #watched<T>(advisoryLock: number, work: (watch: BlockerWatch | null) => Promise<T>): Promise<T> {
    if (this.#onBlocked === undefined) return work(null);
    const ask: Driver['all'] = (sql, parameters) => this.all(sql, parameters);
    const watch = new BlockerWatch({ ask, onBlocked: this.#onBlocked }, { advisoryLock });
    try {
      return await work(watch);
    } finally {
      watch.stop();
    }
  }

  async #transact<T>(work: Work<T>, { timeout, plans, isLazy }: TransactionOptions): Promise<T> {
    return again(isUnbegun, () =>
      this.#connections.use(async (lease) => {
        const session = new TransactionSession(lease);
        if (!isLazy) await begin(session);
        try {
          const result = await withTimeout(timeout, work(session));
          await commit(session);
          return result;
        } catch (error) {
          await rollBack(lease, session);
          throw error;
        }
      }, plans),
    );
  }
}
