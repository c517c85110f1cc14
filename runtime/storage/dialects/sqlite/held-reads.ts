import type { HeldReads, LongReadRunner, ReadSource } from '../../driver.js';
import { openReader } from './database-file.js';
import { sqlite } from './dialect.js';
import { translateSqliteError } from './sqlite-errors.js';
import { StatementRunner } from './statement-runner.js';

/** Opens a connection that sees what is committed now, and no later commits. */
export function holdReads(path: string, longReads: LongReadRunner): HeldReads {
  const database = openReader(path);
  try {
    database.exec('BEGIN');
    // The first read fixes the transaction's snapshot.
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
  } catch (error) {
    database.close();
    throw translateSqliteError(error);
  }
  const runner = new StatementRunner(database, 'reads');
  const source: ReadSource = {
    dialect: sqlite,
    versionSql: null,
    longReads,
    all: async (sql, parameters) => runner.all(sql, parameters),
    get: async (sql, parameters) => runner.get(sql, parameters),
    run: async (sql, parameters) => runner.run(sql, parameters),
    dataVersion: async () => null,
  };
  return {
    source,
    release() {
      database.close();
    },
  };
}
