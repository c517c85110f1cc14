import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../../errors/service-error.js';
import type { Connection } from '../driver.js';
import { settledWithin } from '../settled-within.js';
import { WriteQueue } from '../write-queue.js';
import { IdleTask } from './idle-task.js';
import { isBusy } from './sqlite-errors.js';
import type { StatementRunner } from './statement-runner.js';
import { TransactionSession } from './transaction-session.js';

export interface WriterLimits {
  /** Milliseconds that one transaction may take. */
  readonly transactionTimeout: number;
  /** Milliseconds to wait for another process's write. */
  readonly busyTimeout: number;
  /** Milliseconds without a write after which the log is copied into the file. */
  readonly checkpointAfter: number;
}

/** Work inside a transaction. */
export type Work<T> = (connection: Connection) => Promise<T>;

/** Transactions that share one commit: those of all requests that arrived at the same time. */
interface Batch {
  members: number;
  readonly opened: number;
  readonly committed: Promise<void>;
  settle(error?: unknown): void;
}

/** A batch is committed after so many transactions or milliseconds at the latest. */
const largestBatch = 100;
const longestBatch = 5;

/**
 * The one writer of a database file. Transactions run one after the other. Those that wait for nothing but the database share
 * a commit, which costs as much as a small write itself: nobody gets an answer before it, and one that fails takes back its own
 * changes only.
 */
export class SqliteWriter {
  readonly #runner: StatementRunner;
  readonly #queue: WriteQueue;
  readonly #limits: WriterLimits;
  readonly #checkpoint: IdleTask;
  #batch: Batch | null = null;
  #commits = 0;

  constructor(runner: StatementRunner, limits: WriterLimits) {
    this.#runner = runner;
    this.#limits = limits;
    // Longer than one stuck transaction: those behind it come through.
    this.#queue = new WriteQueue(limits.transactionTimeout + limits.busyTimeout);
    this.#checkpoint = new IdleTask(limits.checkpointAfter, () => this.#copyLog());
  }

  /** How many transactions were committed. */
  get commits(): number {
    return this.#commits;
  }

  /** Whether its connection sees what is not committed. */
  get inTransaction(): boolean {
    return this.#runner.inTransaction;
  }

  /** Ends what the writer does by itself. */
  stop(): void {
    this.#checkpoint.stop();
  }

  /** Runs work that may wait for anything, in a transaction of its own. */
  transaction<T>(work: Work<T>): Promise<T> {
    return this.alone(() => this.#transact(work));
  }

  /** Runs work that waits for nothing but its connection, in a transaction that may share its commit. */
  async brief<T>(work: Work<T>): Promise<T> {
    const { result, batch } = await this.#inTurn(() => this.#join(work));
    await batch.committed;
    return result;
  }

  /** As {@link transaction}; foreign keys do nothing meanwhile, so that tables can be made anew. */
  withoutForeignKeys<T>(work: Work<T>): Promise<T> {
    return this.alone(async () => {
      // Has no effect inside a transaction.
      this.#runner.run('PRAGMA foreign_keys = OFF');
      try {
        return await this.#transact(work);
      } finally {
        this.#runner.run('PRAGMA foreign_keys = ON');
      }
    });
  }

  /** Runs something while no transaction is open. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      this.#commitBatch();
      return work();
    });
  }

  /** For work of {@link alone}. */
  async #transact<T>(work: Work<T>): Promise<T> {
    await this.#begin();
    try {
      const result = await this.#perform(work);
      this.#commit();
      return result;
    } catch (error) {
      this.#rollback();
      throw error;
    }
  }

  async #join<T>(work: Work<T>): Promise<{ readonly result: T; readonly batch: Batch }> {
    const batch = this.#batch ?? (await this.#openBatch());
    const isFirst = batch.members === 0;
    // The first one is undone by undoing the batch.
    if (!isFirst) this.#runner.run('SAVEPOINT member');
    try {
      const result = await this.#perform(work);
      if (!isFirst) this.#runner.run('RELEASE member');
      batch.members += 1;
      if (batch.members >= largestBatch || performance.now() - batch.opened > longestBatch)
        this.#commitBatch();
      return { result, batch };
    } catch (error) {
      this.#leaveBatch(batch, isFirst, error);
      throw error;
    }
  }

  #leaveBatch(batch: Batch, isFirst: boolean, error: unknown): void {
    if (isFirst || !this.#runner.inTransaction) {
      this.#batch = null;
      this.#rollback();
      batch.settle(error);
    } else {
      this.#runner.run('ROLLBACK TO member');
      this.#runner.run('RELEASE member');
    }
  }

  async #openBatch(): Promise<Batch> {
    await this.#begin();
    const { promise, resolve, reject } = settleable();
    const settle = (error?: unknown): void => (error === undefined ? resolve() : reject(error));
    const batch: Batch = { members: 0, opened: performance.now(), committed: promise, settle };
    this.#batch = batch;
    // By then, every request that has arrived has had its turn.
    setImmediate(() => void this.#closeBatch(batch));
    return batch;
  }

  async #closeBatch(batch: Batch): Promise<void> {
    if (this.#batch !== batch) return;
    try {
      await this.#inTurn(async () => {
        if (this.#batch === batch) this.#commitBatch();
      });
    } catch (error) {
      // Nobody waits here; those who wait for the batch hear of it.
      batch.settle(error);
    }
  }

  #commitBatch(): void {
    const batch = this.#batch;
    if (batch === null) return;
    this.#batch = null;
    try {
      this.#commit();
      batch.settle();
    } catch (error) {
      this.#rollback();
      batch.settle(error);
    }
  }

  #commit(): void {
    this.#runner.run('COMMIT');
    this.#commits += 1;
    this.#checkpoint.note();
  }

  /**
   * Copies the log into the file, where reads find a page without a look-up in the log's index. Under load SQLite does it now and then
   * by itself.
   */
  #copyLog(): void {
    try {
      if (!this.#runner.inTransaction) this.#runner.all('PRAGMA wal_checkpoint(PASSIVE)', []);
    } catch {
      // Nobody asked for it, and nothing depends on it: the next commit or the end of the process tries again.
    }
  }

  async #perform<T>(work: Work<T>): Promise<T> {
    const session = new TransactionSession(this.#runner);
    try {
      return await settledWithin(this.#limits.transactionTimeout, work(session));
    } finally {
      session.end();
    }
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.enter();
    if (turn !== undefined) await turn;
    try {
      return await work();
    } finally {
      this.#queue.leave();
    }
  }

  /**
   * Takes the write lock. Another process may hold it across an awaited hook, so waiting here must not stop the event
   * loop, as SQLite's own busy timeout would.
   */
  async #begin(): Promise<void> {
    const deadline = performance.now() + this.#limits.busyTimeout;
    for (let pause = 1; ; pause = Math.min(pause * 2, 25)) {
      try {
        this.#runner.run('BEGIN IMMEDIATE');
        return;
      } catch (error) {
        const retry = error instanceof ServiceError && isBusy(error.cause) && performance.now() < deadline;
        if (!retry) throw error;
      }
      await delay(pause);
    }
  }

  #rollback(): void {
    if (this.#runner.inTransaction) this.#runner.run('ROLLBACK');
  }
}

interface Settleable {
  readonly promise: Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

function settleable(): Settleable {
  let settled: Omit<Settleable, 'promise'> = { resolve: () => undefined, reject: () => undefined };
  const promise = new Promise<void>((resolve, reject) => {
    settled = { resolve, reject };
  });
  // A batch whose first member fails has nobody who waits for it.
  promise.catch(() => undefined);
  return { promise, ...settled };
}
