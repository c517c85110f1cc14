import type { Database } from 'better-sqlite3';
import { reason } from '../../../errors/reasons/reason.js';
import { ServiceError } from '../../../errors/service-error.js';
import type { Row, SqlValue } from '../../driver.js';
import { translateSqliteError } from './sqlite-errors.js';
import { type PreparedStatement, StatementCache, type StatementKind } from './statement-cache.js';

/** Runs statements on one connection. A runner for reads refuses every statement that writes. */
export class StatementRunner {
  readonly #database: Database;
  readonly #statements: StatementCache;
  /** Kept apart, since a statement returns either rows or values. */
  readonly #values: Map<string, PreparedStatement> = new Map();

  constructor(database: Database, kind: StatementKind = 'writes') {
    this.#database = database;
    this.#statements = new StatementCache(database, { kind });
  }

  /** Whether a transaction is open. SQLite ends one by itself after a full disk or an I/O error. */
  get inTransaction(): boolean {
    return this.#database.open && this.#database.inTransaction;
  }

  all(sql: string, parameters: readonly SqlValue[]): readonly Row[] {
    try {
      return this.#statements.prepare(sql).all(parameters) as Row[];
    } catch (error) {
      throw this.#translate(error);
    }
  }

  get(sql: string, parameters: readonly SqlValue[]): Row | undefined {
    try {
      return this.#statements.prepare(sql).get(parameters) as Row | undefined;
    } catch (error) {
      throw this.#translate(error);
    }
  }

  /**
   * The first column of the first row. For few statements without parameters, which run all the time:
   * measured, 1.5 us instead of 2.
   */
  value(sql: string): unknown {
    try {
      const known = this.#values.get(sql);
      if (known !== undefined) return known.get();
      const prepared: PreparedStatement = this.#database.prepare(sql).pluck();
      this.#values.set(sql, prepared);
      return prepared.get();
    } catch (error) {
      throw this.#translate(error);
    }
  }

  run(sql: string, parameters: readonly SqlValue[] = []): number {
    try {
      return this.#statements.prepare(sql).run(parameters).changes;
    } catch (error) {
      throw this.#translate(error);
    }
  }

  #translate(error: unknown): unknown {
    if (this.#database.open) return translateSqliteError(error);
    return new ServiceError('UNAVAILABLE', reason('service.shuttingDown'), { retryAfter: 5, cause: error });
  }
}
