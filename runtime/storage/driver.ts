import type { Reason } from '../errors/reasons/reason.js';
import type { SizeOf } from '../query/effort/table-size.js';
import type { Dialect } from './dialects/dialect.js';
import type { ReadTime } from './read-time.js';
import type { Row, SqlValue, Statements } from './statements.js';

/**
 * The only entry point to a database. SQL text comes from the query compilers and the document statements
 * only; every user value is a parameter. All methods are asynchronous because PostgreSQL is; the SQLite
 * driver returns promises that are already settled.
 */
export type { Row, SqlValue } from './statements.js';

/** Runs statements in the SQL of its dialect. */
export interface Connection extends Statements {
  readonly dialect: Dialect;
}

/** The connections of this process to a database. */
export interface PoolState {
  readonly open: number;
  readonly idle: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
}

/** The client that waits for a read. It may disconnect before the result is there. */
export interface ClientSignal {
  /** The client has disconnected. */
  readonly gone: boolean;
  /** Calls `listener` when the client disconnects. The returned function removes the listener. */
  onGone(listener: () => void): () => void;
  /** The client's address; undefined for calls in process. */
  readonly remoteAddress?: string | undefined;
}

/** A read that may take long. */
export interface LongRead {
  readonly clientSignal?: ClientSignal | undefined;
  /** The most expensive part, for the error message: `the filter by "related.code"`. */
  readonly costliest: Reason;
  /** What has run so far of the operation that it is part of: it may only take what is left of the time. */
  readonly time?: ReadTime | undefined;
  /** Called when it no longer waits. */
  readonly began?: (() => void) | undefined;
}

/** What a long read gets while it runs. */
export interface Turn {
  /** Milliseconds that it may run. */
  readonly timeLeft: number;
  /**
   * Call this when the statement begins. `end` is called at the deadline, or shortly after the client has
   * disconnected.
   */
  begin(end: () => void): void;
}

/** A slot that is held until the read reports how it ended. */
export interface HeldSlot extends Turn {
  finish(): void;
  /** @returns The error for the requester. */
  fail(error: unknown): unknown;
}

/**
 * A snapshot of what was committed at one moment, for a read that lets other work run between its statements.
 */
export interface HeldReads {
  readonly source: ReadSource;
  release(): void;
}

/** Counters of the long reads of a process since it started. */
export interface LongReadState {
  /** Running now. */
  readonly running: number;
  /** Waiting for a slot. */
  readonly waiting: number;
  readonly finished: number;
  /** Ended at the deadline. */
  readonly late: number;
  /** Refused because too many others were running or waiting. */
  readonly refused: number;
}

/** The counters of statements that take long, and of large responses. */
export interface LongReadStates {
  readonly statements: LongReadState;
  readonly responses: LongReadState;
}

/** Runs long reads where they do not block other work. */
export interface LongReadRunner {
  /**
   * Queues a statement with other long reads, runs it, and ends it when the time of its operation is over. It
   * sees what was committed when it was requested.
   *
   * @throws ServiceError UNAVAILABLE past the deadline, when too many reads wait, or when the client has
   * disconnected.
   */
  all(sql: string, parameters: readonly SqlValue[], read: LongRead): Promise<readonly Row[]>;
  /**
   * Waits for a slot for a read that is long because its response is large. The response is built on the
   * server's own thread, and only the read itself can yield to other work.
   *
   * @throws ServiceError UNAVAILABLE when too many reads wait, when it waited too long, or when the client
   * has disconnected.
   */
  turn(read: LongRead): Promise<HeldSlot>;
  /**
   * A snapshot of what is committed now. Null on PostgreSQL, where each statement sees what was committed
   * before it.
   */
  hold(): HeldReads | null;
  /** Whether this statement was so slow before that it should run as a long read. */
  hasTakenLong(sql: string): boolean;
  /** The approximate size of a table, used to predict long reads. It is cheap and may be some seconds old. */
  readonly sizeOf: SizeOf;
  state(): LongReadStates;
}

/** Identifies what a database contains; null where it has nothing of the kind. */
export type DataVersion = number | string | null;

/** A source of documents: a database, or a read-only replica. */
export interface ReadSource extends Connection {
  /**
   * On PostgreSQL a running statement is cancelled when its client disconnects. SQLite runs the statement at
   * once and blocks other work meanwhile.
   *
   * @throws ServiceError UNAVAILABLE when the client has disconnected.
   */
  all(sql: string, parameters: readonly SqlValue[], clientSignal?: ClientSignal): Promise<readonly Row[]>;
  /** As {@link ReadSource.all}. */
  get(sql: string, parameters: readonly SqlValue[], clientSignal?: ClientSignal): Promise<Row | undefined>;
  /** For statements that may take long. */
  readonly longReads: LongReadRunner;
  /**
   * A value that changes after each commit, by any process; null where the database has no such value.
   * Without a promise where it takes no round trip.
   */
  dataVersion(): DataVersion | Promise<DataVersion>;
  /**
   * The same value as an SQL expression, so that a statement can return it together with its rows. Null where
   * it is not known whether the server supports it; call {@link ReadSource.dataVersion} then.
   */
  readonly versionSql: string | null;
}

/** Default time limit of the long reads of an operation, in milliseconds. */
export const defaultLongReadTimeout = 5_000;

/** What a transaction does, where that makes it cheaper. */
export interface TransactionHints {
  /** Its statements find rows by their keys, so that one plan of a statement fits all values. */
  readonly findsByKey?: boolean;
}

/** A source that also takes writes. */
export interface WriteSource extends ReadSource {
  /**
   * Runs `work` in one write transaction. It is committed when `work` resolves and rolled back when it
   * throws. Reads outside see the last committed state, also while `work` waits. SQLite runs transactions one
   * after the other. On PostgreSQL many run at once: each statement sees what others committed before it, and
   * a transaction locks (`FOR UPDATE`) the rows that its decisions depend on.
   */
  transaction<T>(work: (connection: Connection) => Promise<T>, hints?: TransactionHints): Promise<T>;
  /**
   * The same for work that waits only for its connection. It may share its commit with other work that
   * arrives at the same time, and resolves when it is committed. It may run more than once when a concurrent
   * write conflicts with it.
   */
  briefTransaction<T>(work: (connection: Connection) => Promise<T>, hints?: TransactionHints): Promise<T>;
}

export interface Driver extends WriteSource {
  /** A transaction for schema changes: foreign keys are checked at its end only. */
  schemaChange<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /**
   * For schema changes that PostgreSQL runs only outside a transaction, such as building an index
   * concurrently. Every statement commits by itself. Only one process at a time has such a session; others
   * wait. SQLite runs it as a schema change.
   */
  schemaSession<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** State of the connection pool; absent where there is no pool. */
  readonly pool?: (() => PoolState) | undefined;
  /** Resolves if the database responds; rejects with `UNAVAILABLE` otherwise. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A unique index refused a write. Drivers throw it; the documents code knows the index's fields and turns it
 * into 409.
 */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation';
  /** `table.column` of every column of the index, as the database reports them. */
  readonly columns: readonly string[];

  constructor(columns: readonly string[], options?: ErrorOptions) {
    super(`A unique index refused the write (${columns.join(', ')}).`, options);
    this.columns = columns;
  }
}
