import { ServiceError } from '../../../errors/service-error.js';
import {
  type Connection,
  type Driver,
  defaultLongReadTimeout,
  type LongReadRunner,
  type Row,
  type SqlValue,
} from '../../driver.js';
import { createAnswerTurns, type LongReads } from '../../long-reads.js';
import type { Dialect } from '../dialect.js';
import { type DatabaseFile, openDatabaseFile } from './database-file.js';
import { sqlite } from './dialect.js';
import { holdReads } from './held-reads.js';
import { ReaderProcesses } from './reader-processes.js';
import { SlowStatements } from './slow-statements.js';
import { isBusy } from './sqlite-errors.js';
import { sizesOfTables } from './sqlite-sizes.js';
import { SqliteWriter, type Work } from './sqlite-writer.js';
import { StatementRunner } from './statement-runner.js';

export interface SqliteDriverOptions {
  /**
   * File of the database; its folder is created if it is missing. `:memory:` keeps nothing after
   * {@link Driver.close}.
   */
  readonly path: string;
  /** Milliseconds that one transaction may take, hooks included, before it is rolled back. Default 30 000. */
  readonly transactionTimeout?: number;
  /** Milliseconds that a write waits for another process's write before it fails with 503. Default 5 000. */
  readonly busyTimeout?: number;
  /** Milliseconds without a write after which the write-ahead log is copied into the file. Default 1 000. */
  readonly checkpointAfter?: number;
  /** Time limit of a long read, in milliseconds. Default 5 000. */
  readonly longReadTimeout?: number;
}

/**
 * Opens a SQLite database with two connections: one writes, and one reads what is committed while a
 * transaction is open. So a transaction that waits for a hook never shows its uncommitted changes to other
 * requests.
 *
 * @throws Error when the file cannot be opened or is not a SQLite database.
 */
export async function createSqliteDriver({
  path,
  transactionTimeout = 30_000,
  busyTimeout = 5_000,
  checkpointAfter = 1_000,
  longReadTimeout = defaultLongReadTimeout,
}: SqliteDriverOptions): Promise<Driver> {
  const file = openDatabaseFile(path);
  const runner = new StatementRunner(file.writer);
  return new SqliteDriver(
    file,
    new SqliteWriter(runner, { transactionTimeout, busyTimeout, checkpointAfter }),
    new ReaderProcesses({ path: file.path, deadline: longReadTimeout }),
    createAnswerTurns(longReadTimeout),
  );
}

class SqliteDriver implements Driver {
  readonly dialect: Dialect = sqlite;
  /** Null: a pragma cannot be part of a statement, and a separate call is cheap here. */
  readonly versionSql: string | null = null;
  readonly #file: DatabaseFile;
  readonly #reader: StatementRunner;
  readonly #idleWriter: StatementRunner;
  readonly #writer: SqliteWriter;
  /**
   * Uses separate processes: better-sqlite3 runs a statement on the calling thread and cannot be interrupted.
   */
  readonly longReads: LongReadRunner;
  readonly #readers: ReaderProcesses;
  readonly #slow: SlowStatements = new SlowStatements();
  #closing: Promise<void> | null = null;

  constructor(file: DatabaseFile, writer: SqliteWriter, readers: ReaderProcesses, answers: LongReads) {
    this.#file = file;
    this.#reader = new StatementRunner(file.reader, 'reads');
    this.#idleWriter = new StatementRunner(file.writer, 'reads');
    this.#writer = writer;
    this.#readers = readers;
    this.longReads = {
      all: (sql, parameters, read) => readers.all(sql, parameters, read),
      turn: (read) => answers.take(read),
      hold: () => holdReads(file.path, this.longReads),
      hasTakenLong: (sql) => this.#slow.has(sql),
      sizeOf: sizesOfTables((sql) => this.#read((runner) => runner.get(sql, []))),
      state: () => ({ statements: readers.state, responses: answers.state }),
    };
  }

  async all(sql: string, parameters: readonly SqlValue[]): Promise<readonly Row[]> {
    return this.#slow.timed(sql, () => this.#read((runner) => runner.all(sql, parameters)));
  }

  async get(sql: string, parameters: readonly SqlValue[]): Promise<Row | undefined> {
    return this.#slow.timed(sql, () => this.#read((runner) => runner.get(sql, parameters)));
  }

  run(sql: string, parameters: readonly SqlValue[]): Promise<number> {
    return this.briefTransaction((connection) => connection.run(sql, parameters));
  }

  transaction<T>(work: Work<T>): Promise<T> {
    return this.#writer.transaction(work);
  }

  briefTransaction<T>(work: Work<T>): Promise<T> {
    return this.#writer.brief(work);
  }

  async schemaChange<T>(work: Work<T>): Promise<T> {
    return this.#writer.withoutForeignKeys(async (connection) => {
      const result = await work(connection);
      await checkForeignKeys(connection);
      return result;
    });
  }

  schemaSession<T>(work: Work<T>): Promise<T> {
    return this.schemaChange(work);
  }

  /**
   * The sum of two counters: commits of other connections, as the writing connection sees them, and its own
   * commits. Both only grow.
   */
  dataVersion(): number | null {
    try {
      return Number(this.#idleWriter.value('PRAGMA data_version')) + this.#writer.commits;
    } catch (error) {
      if (isBusyFailure(error)) return null;
      throw error;
    }
  }

  async check(): Promise<void> {
    this.#reader.get('SELECT count(*) FROM sqlite_schema', []);
  }

  close(): Promise<void> {
    // Queued work runs first.
    this.#closing ??= this.#writer.alone(async () => {
      this.#writer.stop();
      await this.#readers.close();
      this.#file.close();
    });
    return this.#closing;
  }

  /**
   * Reads what is committed. A connection starts with an empty cache after another one has committed, so
   * while no transaction is open the writing connection reads too: measured, a list after a write takes 15 us
   * instead of 140.
   */
  #read<T>(statement: (runner: StatementRunner) => T): T {
    if (!this.#writer.inTransaction) {
      try {
        return statement(this.#idleWriter);
      } catch (error) {
        // The writing connection does not wait, for example for a process that recovers the log of a killed
        // one.
        if (!isBusyFailure(error)) throw error;
      }
    }
    return statement(this.#reader);
  }
}

function isBusyFailure(error: unknown): boolean {
  return error instanceof ServiceError && isBusy(error.cause);
}

async function checkForeignKeys(connection: Connection): Promise<void> {
  const [broken] = await connection.all('PRAGMA foreign_key_check', []);
  if (broken === undefined) return;
  throw new Error(
    `Table ${String(broken['table'])} has rows that refer to missing rows of ${String(broken['parent'])}.`,
  );
}
