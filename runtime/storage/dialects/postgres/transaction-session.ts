import type { Connection, Row, SqlValue } from '../../driver.js';
import type { DoneStep, StepStatements } from '../../statements.js';
import type { Dialect } from '../dialect.js';
import { afterFailure } from './after-failure.js';
import { postgres } from './dialect.js';
import type { Lease, ValuedStatement } from './lease.js';
import { isFailedTransaction } from './postgres-errors.js';
import type { StatementResult } from './statement-batch.js';
import { nothing, TransactionStep, type Waiting } from './transaction-step.js';

/** A statement, and the step that it belongs to. */
type Requested = Pick<Waiting, 'sql' | 'parameters' | 'step'>;
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
  /** While the work of a step is running. */
  #isInStep = false;
  #failure: { readonly error: unknown } | null = null;
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
    return (await this.#query({ sql, parameters, step: null })).rows;
  }

  async get(sql: string, parameters: readonly SqlValue[]): Promise<Row | undefined> {
    return (await this.#query({ sql, parameters, step: null })).rows[0];
  }

  async run(sql: string, parameters: readonly SqlValue[]): Promise<number> {
    return (await this.#query({ sql, parameters, step: null })).rowCount ?? 0;
  }

  later(sql: string, parameters: readonly SqlValue[]): void {
    this.#later({ sql, parameters, step: null });
  }

  async step<T>(work: (connection: StepStatements) => Promise<T>): Promise<DoneStep<T>> {
    this.#assertOpen();
    if (this.#isInStep) throw new Error('The steps of a transaction run one after the other.');
    const step = new TransactionStep();
    this.#isInStep = true;
    let result: T;
    try {
      result = await work(this.#statementsOf(step));
    } catch (error) {
      this.#isInStep = false;
      if (step.isSent) await this.#undo(step);
      throw error;
    }
    this.#isInStep = false;
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
    if (this.#failure !== null) throw this.#failure.error;
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
    if (failure !== null) throw this.#causeOf(failure.error);
    return results.at(-1);
  }

  #statementsOf(step: TransactionStep): StepStatements {
    const query = (sql: string, parameters: readonly SqlValue[]): Promise<StatementResult> =>
      this.#query({ sql, parameters, step });
    return {
      all: async (sql, parameters) => (await query(sql, parameters)).rows,
      get: async (sql, parameters) => (await query(sql, parameters)).rows[0],
      run: async (sql, parameters) => (await query(sql, parameters)).rowCount ?? 0,
      later: (sql, parameters) => this.#later({ sql, parameters, step }),
    };
  }

  #later(statement: Requested): void {
    this.#assertOpen();
    // Its failure is also that of its step, of the one with which it is sent, or of the commit.
    const fail = statement.step === null ? this.#keepFailure : nothing;
    this.#add({ ...statement, isBlind: true, succeed: nothing, fail });
  }

  #query(statement: Requested): Promise<StatementResult> {
    this.#assertOpen();
    const result = new Promise<StatementResult>((succeed, fail) => {
      this.#add({ ...statement, succeed, fail: (error) => fail(this.#causeOf(error)) });
    });
    if (statement.step?.isOpen) this.#waiting.push(...statement.step.take());
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
    // Work that goes on after its step has ended is no longer undone with it.
    if (statement.step?.isOpen) statement.step.add(statement);
    else this.#waiting.push({ ...statement, step: null });
  }

  /** Of a statement for which nobody waits: after it the server refuses all others, without saying why. */
  readonly #keepFailure = (error: unknown): void => {
    this.#failure ??= { error };
  };

  #causeOf(error: unknown): unknown {
    return this.#failure !== null && isFailedTransaction(error) ? this.#failure.error : error;
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
    const { undo, rest } = afterFailure(unsent, failure);
    this.#waiting.push(...rest);
    if (undo.length > 0) await this.#undoStep(undo);
    return true;
  }

  async #undoStep(undo: readonly Waiting[]): Promise<void> {
    const { failure } = await this.#lease.batch(undo);
    if (failure !== null) for (const { fail } of this.#takeWaiting()) fail(failure.error);
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
