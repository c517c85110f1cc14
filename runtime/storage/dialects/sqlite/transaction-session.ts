import type { Connection, Row, SqlValue } from '../../driver.js';
import type { Dialect } from '../dialect.js';
import { sqlite } from './dialect.js';
import type { StatementRunner } from './statement-runner.js';

/**
 * The connection of a transaction. It becomes unusable when the transaction ends, so that late work cannot
 * run in another one.
 */
export class TransactionSession implements Connection {
  readonly dialect: Dialect = sqlite;
  readonly #runner: StatementRunner;
  #ended = false;

  constructor(runner: StatementRunner) {
    this.#runner = runner;
  }

  async all(sql: string, parameters: readonly SqlValue[]): Promise<readonly Row[]> {
    this.#assertOpen();
    return this.#runner.all(sql, parameters);
  }

  async get(sql: string, parameters: readonly SqlValue[]): Promise<Row | undefined> {
    this.#assertOpen();
    return this.#runner.get(sql, parameters);
  }

  async run(sql: string, parameters: readonly SqlValue[]): Promise<number> {
    this.#assertOpen();
    return this.#runner.run(sql, parameters);
  }

  end(): void {
    this.#ended = true;
  }

  #assertOpen(): void {
    if (this.#ended) throw new Error('This transaction has ended: its connection cannot be used any more.');
  }
}
