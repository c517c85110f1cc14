import type { Connection, Row, SqlValue } from '../../driver.js';
import type { DoneStep } from '../../statements.js';
import type { Dialect } from '../dialect.js';
import { afterFailure } from './after-failure.js';
import { postgres } from './dialect.js';
import type { Lease, ValuedStatement } from './lease.js';
import type { StatementResult } from './statement-batch.js';
import { TransactionStep, type Waiting } from './transaction-step.js';

const nothing = (): void => undefined;
const begin: ValuedStatement = { sql: 'BEGIN', parameters: [], isBlind: true };
const commit: ValuedStatement = { sql: 'COMMIT', parameters: [], isBlind: true };

/**
 * So many statements of done steps are sent without waiting for others: the server works on them while the
 * next steps are prepared.
 */
const sentAtOnce = 64;
/** And at most so many: the server says nothing while it works on them. */
const maxSent = 256;
/** So many are sent at once after a step was refused. */
const sentAfterRefusal = 32;

/**
 * The connection of one transaction. It becomes unusable when that ends, so that late work cannot run in
 * another one.
 *
 * Statements are sent together as far as nobody waits for a result in between: those that are requested at
 * the same time, those that may run later with the next one or with the commit, and the beginning with the
 * first. A transaction of statements that may all run later needs neither beginning nor commit: it is one
 * batch. The statements of steps are sent with those of the steps after them.
 */
export class TransactionSession implements Connection {
  readonly dialect: Dialect = postgres;
  readonly #lease: Lease;
  #waiting: Waiting[] = [];
  /** The step whose work is running. */
  #step: TransactionStep | null = null;
  #isScheduled = false;
  /** Whether what waits is sent after this turn of the event loop. */
  #isPlanned = false;
  #isBegun = false;
  #ended = false;
  #isGivenUp = false;
  /** While statements are sent. */
  #sending: Promise<void> | null = null;

  constructor(lease: Lease) {
    this.#lease = lease;
  }

  /** Whether the server may have an open transaction. */
  get isBegun(): boolean {
    return this.#isBegun;
  }

  /** Begins at once, for work that must not be done on a lost connection. */
  async begin(): Promise<void> {
    const { failure } = await this.#lease.batch([begin]);
    if (failure !== null) throw failure.error;
    this.#isBegun = true;
  }

  async all(sql: string, parameters: readonly SqlValue[]): Promise<readonly Row[]> {
    return (await this.#query(sql, parameters)).rows;
  }

  async get(sql: string, parameters: readonly SqlValue[]): Promise<Row | undefined> {
    return (await this.#query(sql, parameters)).rows[0];
  }

  async run(sql: string, parameters: readonly SqlValue[]): Promise<number> {
    return (await this.#query(sql, parameters)).rowCount ?? 0;
  }

  later(sql: string, parameters: readonly SqlValue[]): void {
    this.#assertOpen();
    // The failure of a statement is also that of the one with which it is sent, or of its step.
    const step = this.#step;
    this.#add({ sql, parameters, isBlind: true, step, succeed: nothing, fail: nothing });
  }

  async step<T>(work: () => Promise<T>): Promise<DoneStep<T>> {
    this.#assertOpen();
    if (this.#step !== null) throw new Error('A step of a transaction cannot be part of another one.');
    const step = new TransactionStep();
    this.#step = step;
    let result: T;
    try {
      result = await work();
    } catch (error) {
      this.#step = null;
      if (step.isSent) await this.#undo(step);
      throw error;
    }
    this.#step = null;
    if (this.#ended) throw hasEnded();
    this.#waiting.push(...step.take());
    const confirmed = new Promise<T>((resolve, reject) => {
      this.#waiting.push(...step.done({ confirm: () => resolve(result), refuse: reject }));
    });
    // It may be refused before it is waited for.
    confirmed.catch(nothing);
    this.#sendSoon();
    return { confirmed };
  }

  /** Ends the transaction without sending anything. */
  end(): void {
    this.#ended = true;
    this.#isGivenUp = true;
  }

  /** @throws Error when the transaction was rolled back instead. */
  async commit(): Promise<void> {
    this.#ended = true;
    // Savepoints need a transaction that has begun.
    if (this.#waiting.some(({ step }) => step !== null)) this.#sendNow();
    while (this.#sending !== null) await this.#sending;
    const waiting = this.#takeWaiting();
    if (!this.#isBegun) {
      if (waiting.length > 0) await this.#lastOf(waiting);
      return;
    }
    const result = await this.#lastOf([...waiting, commit]);
    // A transaction with a failed statement ends this way, without an error.
    if (result?.command === 'COMMIT') return;
    throw new Error('The transaction was rolled back: a statement in it had failed.');
  }

  /** Sends statements in one batch whose failure is that of all of them, and returns the last result. */
  async #lastOf(statements: readonly (Waiting | ValuedStatement)[]): Promise<StatementResult | undefined> {
    const { results, failure } = await this.#lease.batch(statements);
    for (const [at, statement] of statements.entries()) {
      if (!('succeed' in statement)) continue;
      const result = results[at];
      if (failure !== null) statement.fail(failure.error);
      else if (result !== undefined) statement.succeed(result);
    }
    if (failure !== null) throw failure.error;
    return results.at(-1);
  }

  #query(sql: string, parameters: readonly SqlValue[]): Promise<StatementResult> {
    this.#assertOpen();
    const step = this.#step;
    const result = new Promise<StatementResult>((succeed, fail) => {
      this.#add({ sql, parameters, step, succeed, fail });
    });
    if (step !== null) this.#waiting.push(...step.take());
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      queueMicrotask(() => {
        this.#isScheduled = false;
        this.#sendNow();
      });
    }
    return result;
  }

  #add(statement: Waiting): void {
    if (this.#step === null) this.#waiting.push(statement);
    else this.#step.add(statement);
  }

  /** Undoes a step whose work has failed. */
  async #undo(step: TransactionStep): Promise<void> {
    if (this.#ended) return;
    await new Promise<void>((resolve) => {
      // If its savepoint could not be made, the transaction has failed before it, and so does what follows.
      this.#waiting.push(...step.undo({ undone: resolve, failed: resolve }));
      this.#sendNow();
    });
  }

  /** Sends the statements of done steps when there are many, or when no step has followed. */
  #sendSoon(): void {
    // What is being sent is followed by what waits then.
    if (this.#sending !== null) return;
    if (this.#waiting.length >= sentAtOnce) this.#sendNow();
    else if (!this.#isPlanned) {
      this.#isPlanned = true;
      setImmediate(() => {
        this.#isPlanned = false;
        this.#sendNow();
      });
    }
  }

  #sendNow(): void {
    if (this.#sending !== null || this.#waiting.length === 0) return;
    this.#sending = this.#sendAll();
  }

  /** Does not reject: the statements report failures. */
  async #sendAll(): Promise<void> {
    let most = maxSent;
    while (this.#waiting.length > 0) {
      const refusal = await this.#sendSome(this.#waiting.splice(0, most));
      // What follows is sent once more after each step that is refused, and there may be hundreds.
      most = refusal ? sentAfterRefusal : Math.min(maxSent, most * 2);
    }
    // At once: a statement that comes now is sent by another round.
    this.#sending = null;
  }

  /** @returns Whether the server has refused a statement. */
  async #sendSome(statements: readonly Waiting[]): Promise<boolean> {
    if (this.#isGivenUp) {
      for (const { fail } of statements) fail(hasEnded());
      return false;
    }
    const before = this.#isBegun ? [] : [begin];
    this.#isBegun = true;
    const { results, failure } = await this.#lease.batch([...before, ...statements]);
    const ofStatements = results.slice(before.length);
    for (const [at, result] of ofStatements.entries()) statements[at]?.succeed(result);
    if (failure === null) return false;
    const unsent = [...statements.slice(ofStatements.length), ...this.#takeWaiting()];
    this.#waiting.push(...afterFailure(unsent, failure));
    return true;
  }

  #takeWaiting(): readonly Waiting[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }

  #assertOpen(): void {
    if (this.#ended) throw hasEnded();
  }
}

function hasEnded(): Error {
  return new Error('This transaction has ended: its connection cannot be used any more.');
}
