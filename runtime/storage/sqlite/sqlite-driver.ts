import type { Connection, Driver, Row, SqlValue } from '../driver.js';
import { type DatabaseFile, openDatabaseFile } from './database-file.js';
import { SqliteWriter, type Work } from './sqlite-writer.js';
import { StatementRunner } from './statement-runner.js';

export interface SqliteDriverOptions {
  /** File of the database; its folder is made where it is missing. `:memory:` keeps nothing after {@link Driver.close}. */
  readonly path: string;
  /** Milliseconds that one transaction may take, hooks included, before it is rolled back. Default 30 000. */
  readonly transactionTimeout?: number;
  /** Milliseconds that a write waits for another process's write before it answers 503. Default 5 000. */
  readonly busyTimeout?: number;
  /** Milliseconds without a write after which the write-ahead log is copied into the file. Default 1 000. */
  readonly checkpointAfter?: number;
}

/**
 * Opens a SQLite database: one connection that writes, and one that reads what is committed, so that a transaction which
 * waits for a hook never shows its unfinished work to other requests.
 *
 * @throws Error when the file cannot be opened or is no SQLite database.
 */
export async function createSqliteDriver({
  path,
  transactionTimeout = 30_000,
  busyTimeout = 5_000,
  checkpointAfter = 1_000,
}: SqliteDriverOptions): Promise<Driver> {
  const file = openDatabaseFile(path);
  const runner = new StatementRunner(file.writer);
  return new SqliteDriver(
    file,
    new SqliteWriter(runner, { transactionTimeout, busyTimeout, checkpointAfter }),
  );
}

class SqliteDriver implements Driver {
  readonly dialect = 'sqlite';
  /** A pragma is no part of a statement, and asking costs nothing here. */
  readonly versionSql: string | null = null;
  readonly #file: DatabaseFile;
  readonly #reader: StatementRunner;
  readonly #writer: SqliteWriter;
  #closing: Promise<void> | null = null;

  constructor(file: DatabaseFile, writer: SqliteWriter) {
    this.#file = file;
    this.#reader = new StatementRunner(file.reader);
    this.#writer = writer;
  }

  async all(sql: string, parameters: readonly SqlValue[]): Promise<readonly Row[]> {
    return this.#reader.all(sql, parameters);
  }

  async get(sql: string, parameters: readonly SqlValue[]): Promise<Row | undefined> {
    return this.#reader.get(sql, parameters);
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

  async dataVersion(): Promise<number> {
    return Number(this.#reader.get('PRAGMA data_version', [])?.['data_version']);
  }

  async check(): Promise<void> {
    this.#reader.get('SELECT count(*) FROM sqlite_schema', []);
  }

  close(): Promise<void> {
    // Whoever waits for a turn comes first.
    this.#closing ??= this.#writer.alone(async () => {
      this.#writer.stop();
      this.#file.close();
    });
    return this.#closing;
  }
}

async function checkForeignKeys(connection: Connection): Promise<void> {
  const [broken] = await connection.all('PRAGMA foreign_key_check', []);
  if (broken === undefined) return;
  throw new Error(
    `Table ${String(broken['table'])} has rows that refer to missing rows of ${String(broken['parent'])}.`,
  );
}
