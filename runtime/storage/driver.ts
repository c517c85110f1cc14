/**
 * The one door to a database. SQL text comes from the query compilers and the document statements only; every value of
 * a user is a parameter. Asynchronous throughout, since PostgreSQL is; the SQLite driver answers with settled promises.
 */
export type SqlValue = string | number | bigint | null | Uint8Array;

/** A row as the database gives it: text, numbers, null, and bytes where the SQL casts to BLOB. */
export type Row = Readonly<Record<string, SqlValue>>;

export type Dialect = 'sqlite' | 'postgres';

/**
 * Runs statements. They are written with `?` for each value, whatever the database, and in the words of its dialect. Statements are prepared once per text and kept in a bounded cache, so pass the same string
 * again.
 */
export interface Connection {
  readonly dialect: Dialect;
  all(sql: string, parameters: readonly SqlValue[]): Promise<readonly Row[]>;
  get(sql: string, parameters: readonly SqlValue[]): Promise<Row | undefined>;
  /** Answers the number of changed rows. */
  run(sql: string, parameters: readonly SqlValue[]): Promise<number>;
}

/** Connections of this process to a database. */
export interface PoolState {
  readonly open: number;
  readonly idle: number;
  /** Work that waits for one. */
  readonly waiting: number;
}

/** Who waits for the answer to a read, and may leave before it comes. */
export interface Recipient {
  /** Nobody waits any more. */
  readonly gone: boolean;
  /** Calls back when that comes to pass; what it answers calls that off. */
  onGone(listener: () => void): () => void;
}

/** Where documents are read from: a database, or a copy of it that refuses writes. */
export interface ReadSource extends Connection {
  /**
   * On PostgreSQL a statement that runs on when its recipient has left is cancelled; SQLite answers at once or holds up everybody.
   *
   * @throws ServiceError UNAVAILABLE to a recipient that is gone.
   */
  all(sql: string, parameters: readonly SqlValue[], recipient?: Recipient): Promise<readonly Row[]>;
  /** As {@link ReadSource.all}. */
  get(sql: string, parameters: readonly SqlValue[], recipient?: Recipient): Promise<Row | undefined>;
  /** Another value after each commit, whoever made it; null where the database has no such thing. */
  dataVersion(): Promise<number | string | null>;
  /**
   * The same as an expression of SQL, for a statement that would say what it saw along with what it found; null where it is not known to be
   * one, so that {@link ReadSource.dataVersion} has to be asked.
   */
  readonly versionSql: string | null;
}

export interface Driver extends ReadSource {
  /**
   * Runs `work` in one write transaction, committed when it resolves and rolled back when it throws. Reads outside see the last
   * committed state, also while `work` waits. SQLite runs transactions one after the other; on PostgreSQL many run at once, each
   * statement sees what others committed before it, and a transaction locks (`FOR UPDATE`) what it decides on.
   */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /**
   * The same for work that waits for nothing but its connection. It may share its commit with others that come at the same
   * time; it resolves when it is committed. It may run more than once, when somebody else's write came between.
   */
  briefTransaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** A transaction for changes of tables: references between rows are checked at its end only. */
  schemaChange<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /**
   * For changes of tables that PostgreSQL makes outside of transactions only, such as an index that is built beside running writes: every
   * statement is committed by itself. One process at a time is in such a session; others wait. SQLite runs it as a schema change.
   */
  schemaSession<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** How its connections do; absent where there is no pool of them. */
  readonly pool?: (() => PoolState) | undefined;
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
