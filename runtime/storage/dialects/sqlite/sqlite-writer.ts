import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../../../errors/service-error.js';
import type { Connection } from '../../driver.js';
import { withTimeout } from '../../with-timeout.js';
import { WriteSemaphore } from '../../write-semaphore.js';
import { IdleTask } from './idle-task.js';
import { isBusy } from './sqlite-errors.js';
import type { StatementRunner } from './statement-runner.js';
import { TransactionSession } from './transaction-session.js';

export interface WriterLimits {
  /** Time limit of one transaction, in milliseconds. */
  readonly transactionTimeout: number;
  /** How long to wait for another process's write, in milliseconds. */
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

/** A batch is committed after at most this many transactions or milliseconds. */
const maxBatchSize = 100;
const maxBatchTime = 5;

/**
 * The only writer of a database file. Transactions run one after the other. Those that wait only for the
 * database share a commit, which costs as much as a small write itself. None of them resolves before the
 * commit, and a failed one rolls back only its own changes.
 */
export class SqliteWriter {
  readonly #runner: StatementRunner;
  readonly #queue: WriteSemaphore;
  readonly #limits: WriterLimits;
  readonly #checkpoint: IdleTask;
  #batch: Batch | null = null;
  #commits = 0;

  constructor(runner: StatementRunner, limits: WriterLimits) {
    this.#runner = runner;
    this.#limits = limits;
    // Longer than one stuck transaction, so that those queued behind it can still run.
    this.#queue = new WriteSemaphore(limits.transactionTimeout + limits.busyTimeout);
    this.#checkpoint = new IdleTask(limits.checkpointAfter, () => this.#copyLog());
  }

  /** How many transactions were committed. */
  get commits(): number {
    return this.#commits;
  }

  /** Whether its connection sees uncommitted changes. */
  get inTransaction(): boolean {
    return this.#runner.inTransaction;
  }

  /** Stops the writer's background work. */
  stop(): void {
    this.#checkpoint.stop();
  }

  /** Runs work that may wait for anything, in its own transaction. */
  transaction<T>(work: Work<T>): Promise<T> {
    return this.alone(() => this.#transact(work));
  }

  /** Runs work that waits only for its connection, in a transaction that may share its commit. */
  async brief<T>(work: Work<T>): Promise<T> {
    const { result, batch } = await this.#inTurn(() => this.#join(work));
    await batch.committed;
    return result;
  }

  /** As {@link transaction}, with foreign keys off, so that tables can be created again. */
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

  /** Use it inside {@link alone}. */
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
    // The first member is undone by undoing the batch.
    if (!isFirst) this.#runner.run('SAVEPOINT member');
    try {
      const result = await this.#perform(work);
      if (!isFirst) this.#runner.run('RELEASE member');
      batch.members += 1;
      if (batch.members >= maxBatchSize || performance.now() - batch.opened > maxBatchTime)
        this.#commitBatch();
      return { result, batch };
    } catch (error) {
      this.#leaveBatch(batch, isFirst, error);
      throw error;
    }
  }

  #leaveBatch(batch: Batch, isFirst: boolean, error: unknown): void {
    if (!isFirst && this.#runner.inTransaction && this.#leaveMember()) return;
    this.#batch = null;
    this.#rollback();
    batch.settle(error);
  }

  /** Whether only the changes of one member could be taken back. */
  #leaveMember(): boolean {
    try {
      this.#runner.run('ROLLBACK TO member');
      this.#runner.run('RELEASE member');
      return true;
    } catch {
      // What is left of the member must not be committed with the batch.
      return false;
    }
  }

  async #openBatch(): Promise<Batch> {
    await this.#begin();
    const { promise, resolve, reject } = settleable();
    const settle = (error?: unknown): void => (error === undefined ? resolve() : reject(error));
    const batch: Batch = { members: 0, opened: performance.now(), committed: promise, settle };
    this.#batch = batch;
    // By then every request that has arrived has been handled.
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
      // This promise has no listener; the members of the batch get the error.
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
   * Copies the log into the file, where reads find a page without a look-up in the log's index. Under load
   * SQLite does this now and then by itself.
   */
  #copyLog(): void {
    try {
      if (!this.#runner.inTransaction) this.#runner.all('PRAGMA wal_checkpoint(PASSIVE)', []);
    } catch {
      // Nothing depends on it: the next commit or the end of the process tries again.
    }
  }

  async #perform<T>(work: Work<T>): Promise<T> {
    const session = new TransactionSession(this.#runner);
    try {
      return await withTimeout(this.#limits.transactionTimeout, work(session));
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
   * Takes the write lock. Another process may hold it across an awaited hook, so waiting must not block the
   * event loop, as SQLite's own busy timeout would.
   */
  async #begin(): Promise<void> {
    // Of a transaction whose ROLLBACK or BEGIN failed.
    if (this.#runner.inTransaction) this.#runner.run('ROLLBACK');
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

  /** Does not fail: the error that led here is the one to report, and the next transaction tries again. */
  #rollback(): void {
    try {
      if (this.#runner.inTransaction) this.#runner.run('ROLLBACK');
    } catch {
      // As when a disk is full for all statements: nothing is committed.
    }
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
  // A batch whose first member fails has no listener.
  promise.catch(() => undefined);
  return { promise, ...settled };
}
