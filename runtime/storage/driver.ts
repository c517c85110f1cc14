/**
 * The one door to a database. SQL text comes from the query compilers and the document statements only; every value of
 * a user is a parameter. Asynchronous throughout, since PostgreSQL is; the SQLite driver answers with settled promises.
 */
export type SqlValue = string | number | bigint | null | Uint8Array;

/** A row as the database gives it: text, numbers, null, and bytes where the SQL casts to BLOB. */
export type Row = Readonly<Record<string, SqlValue>>;

/** Runs statements. Statements are prepared once per text and kept in a bounded cache, so pass the same string again. */
export interface Connection {
  all(sql: string, parameters: readonly SqlValue[]): Promise<readonly Row[]>;
  get(sql: string, parameters: readonly SqlValue[]): Promise<Row | undefined>;
  /** Answers the number of changed rows. */
  run(sql: string, parameters: readonly SqlValue[]): Promise<number>;
}

export interface Driver extends Connection {
  readonly dialect: 'sqlite';
  /**
   * Runs `work` in one write transaction, committed when it resolves and rolled back when it throws. Transactions of one
   * process run one after the other; reads outside see the last committed state, also while `work` waits.
   */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /**
   * The same for work that waits for nothing but its connection. It may share its commit with others that come at the same
   * time; it resolves when it is committed.
   */
  briefTransaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** A transaction for changes of tables: references between rows are checked at its end only. */
  schemaChange<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** A number that is another one after each commit, whoever made it; null where the database has no such thing. */
  dataVersion(): Promise<number | null>;
  /** Resolves while the database answers; rejects with `UNAVAILABLE` otherwise. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** A unique index refused a write. Thrown by drivers, turned into 409 by the documents that know the index's fields. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation';
  /** `table.column` of every column of the index, as the database reports them. */
  readonly columns: readonly string[];

  constructor(columns: readonly string[], options?: ErrorOptions) {
    super(`A unique index refused the write (${columns.join(', ')}).`, options);
    this.columns = columns;
  }
}
