import type { Database, Statement } from 'better-sqlite3';

/** A prepared statement as the driver uses it: parameters by position, rows by column name. */
export type PreparedStatement = Statement<unknown[], unknown>;

/** The kind of access that statements have. */
export type StatementKind = 'reads' | 'writes';

export interface StatementCacheOptions {
  /** With `reads` every statement that writes is refused. Default `writes`. */
  readonly kind?: StatementKind;
  /** Max statements of one generation. Default 500. */
  readonly generationSize?: number;
}

/**
 * A cache of prepared statements by their text. Two generations bound it: when the young one is full it
 * becomes the old one, and statements not used since are dropped. So the fixed statements of the documents
 * stay for the life of the process, however many kinds of filters are used, and a hit costs one look-up.
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

  /** Returns the cached statement of this text, or prepares it. */
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
