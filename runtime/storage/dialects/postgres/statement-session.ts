import type { Connection, Row, SqlValue } from '../../driver.js';
import type { Dialect } from '../dialect.js';
import { postgres } from './dialect.js';
import type { Lease } from './lease.js';

/**
 * The connection of a session, where every statement commits by itself. It becomes unusable when that ends,
 * so that late work cannot run in another one.
 */
export class StatementSession implements Connection {
  readonly dialect: Dialect = postgres;
  readonly #lease: Lease;
  #ended = false;

  constructor(lease: Lease) {
    this.#lease = lease;
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

  end(): void {
    this.#ended = true;
  }

  #query(sql: string, parameters: readonly SqlValue[]): ReturnType<Lease['query']> {
    if (this.#ended) throw new Error('This session has ended: its connection cannot be used any more.');
    return this.#lease.query(sql, parameters);
  }
}
