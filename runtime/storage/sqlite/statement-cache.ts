import type { Database, Statement } from 'better-sqlite3';

/** A prepared statement as the driver uses it: values in by position, rows out by column name. */
export type PreparedStatement = Statement<unknown[], unknown>;

/** What statements may do. */
export type StatementKind = 'reads' | 'writes';

export interface StatementCacheOptions {
  /** With `reads` every statement that writes is refused. Default `writes`. */
  readonly kind?: StatementKind;
  /** Statements of one generation. Default 500. */
  readonly generationSize?: number;
}

/**
 * Prepared statements by their text. Two generations bound it: when the young one is full it becomes the old one,
 * and what nobody used since then goes. So the fixed statements of the documents stay for the life of the process, however
 * many shapes of filters come by, and a hit costs one look-up.
 */
export class StatementCache {
  readonly #database: Database;
  readonly #kind: StatementKind;
  readonly #generationSize: number;
  #young: Map<string, PreparedStatement> = new Map();
  #old: Map<string, PreparedStatement> = new Map();

  constructor(database: Database, { kind = 'writes', generationSize = 500 }: StatementCacheOptions = {}) {
    this.#database = database;
    this.#kind = kind;
    this.#generationSize = generationSize;
  }

  /** The statement of this text, prepared now unless it is kept. */
  prepare(sql: string): PreparedStatement {
    const young = this.#young.get(sql);
    if (young !== undefined) return young;
    const statement = this.#old.get(sql) ?? this.#prepared(sql);
    if (this.#young.size >= this.#generationSize) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(sql, statement);
    return statement;
  }

  #prepared(sql: string): PreparedStatement {
    const statement: PreparedStatement = this.#database.prepare(sql);
    if (this.#kind === 'reads' && !statement.readonly) throw new Error(`A read must not write: ${sql}`);
    return statement;
  }
}
