import type { Connection, Row, SqlValue } from '../../driver.js';
import type { Dialect } from '../dialect.js';
import { postgres } from './dialect.js';
import type { Lease, ValuedStatement } from './lease.js';
import type { StatementResult } from './statement-batch.js';

/** A statement that waits to be sent. */
interface Waiting extends ValuedStatement {
  readonly succeed: (result: StatementResult) => void;
  readonly fail: (error: unknown) => void;
}

const nothing = (): void => undefined;
const begin: ValuedStatement = { sql: 'BEGIN', parameters: [], isBlind: true };
const commit: ValuedStatement = { sql: 'COMMIT', parameters: [], isBlind: true };

/**
 * The connection of one transaction. It becomes unusable when that ends, so that late work cannot run in
 * another one.
 *
 * Statements are sent together as far as nobody waits for a result in between: those that are requested at
 * the same time, those that may run later with the next one or with the commit, and the beginning with the
 * first. A transaction of statements that may all run later needs neither beginning nor commit: it is one
 * batch.
 */
export class TransactionSession implements Connection {
  readonly dialect: Dialect = postgres;
  readonly #lease: Lease;
  #waiting: Waiting[] = [];
  #isScheduled = false;
  #isBegun = false;
  #ended = false;

  constructor(lease: Lease) {
    this.#lease = lease;
  }

  /** Whether the server may have an open transaction. */
  get isBegun(): boolean {
    return this.#isBegun;
  }

  /** Begins at once, for work that must not be done on a lost connection. */
  async begin(): Promise<void> {
    await this.#lease.batch([begin]);
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
    // The failure of a statement is also that of the one with which it is sent.
    this.#waiting.push({ sql, parameters, isBlind: true, succeed: nothing, fail: nothing });
  }

  /** Ends the transaction without sending anything. */
  end(): void {
    this.#ended = true;
  }

  /** @throws Error when the transaction was rolled back instead. */
  async commit(): Promise<void> {
    this.end();
    const waiting = this.#takeWaiting();
    if (!this.#isBegun) {
      if (waiting.length > 0) await this.#send(waiting, []);
      return;
    }
    const result = await this.#send(waiting, [commit]);
    // A transaction with a failed statement ends this way, without an error.
    if (result?.command === 'COMMIT') return;
    throw new Error('The transaction was rolled back: a statement in it had failed.');
  }

  #query(sql: string, parameters: readonly SqlValue[]): Promise<StatementResult> {
    this.#assertOpen();
    const result = new Promise<StatementResult>((succeed, fail) => {
      this.#waiting.push({ sql, parameters, succeed, fail });
    });
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      queueMicrotask(() => void this.#sendWaiting());
    }
    return result;
  }

  async #sendWaiting(): Promise<void> {
    this.#isScheduled = false;
    const waiting = this.#takeWaiting();
    if (waiting.length === 0) return;
    // Its statements report the failure.
    await this.#send(waiting, [], this.#isBegun ? [] : [begin]).catch(() => undefined);
  }

  #takeWaiting(): readonly Waiting[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }

  /** @returns The last result. */
  async #send(
    waiting: readonly Waiting[],
    after: readonly ValuedStatement[],
    before: readonly ValuedStatement[] = [],
  ): Promise<StatementResult | undefined> {
    if (before.length > 0) this.#isBegun = true;
    try {
      const results = await this.#lease.batch([...before, ...waiting, ...after]);
      waiting.forEach(({ succeed }, at) => {
        const result = results[before.length + at];
        if (result !== undefined) succeed(result);
      });
      return results.at(-1);
    } catch (error) {
      for (const { fail } of waiting) fail(error);
      throw error;
    }
  }

  #assertOpen(): void {
    if (this.#ended) throw new Error('This transaction has ended: its connection cannot be used any more.');
  }
}
