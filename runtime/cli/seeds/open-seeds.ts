import { describeConfig } from '../../codegen/describe-config.js';
import { pendingTable } from '../../codegen/pending-descriptor.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import { openDatabase } from '../../storage/dialects/open-database.js';
import { prepareSystemTables, type SystemTable, systemColumns } from '../../storage/schema/system-tables.js';
import { systemClock } from '../../util/clock.js';
import { prepareTables } from '../prepare-tables.js';
import { lastingDatabase, type Project } from '../project.js';

/** Which scripts have filled the database. Only databases that `svc seed` has seen have this table. */
const seedTable: SystemTable = {
  name: '_svc_seeds',
  columns: [
    ...systemColumns('text', { required: ['script'] }),
    ...systemColumns('integer', { required: ['at'] }),
  ],
  primaryKey: ['script'],
  indexes: [],
};

/** What a database has of a script's work. */
export interface SeedState {
  /** ISO 8601; null if no complete run is noted. */
  readonly seededAt: string | null;
  /** Documents in collections other than users, and globals that were written, drafts included. */
  readonly documents: number;
}

/** The notes of `svc seed` in a project's database. */
export interface Seeds {
  state(script: string): Promise<SeedState>;
  /** Notes a complete run. */
  note(script: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the notes. An empty database gets its tables first.
 *
 * @throws ConfigError, ProjectError, SchemaError
 */
export async function openSeeds(project: Project): Promise<Seeds> {
  const { collections, globals } = describeConfig(project.config);
  const database = lastingDatabase(project.config);
  const driver = await openDatabase(database);
  try {
    await prepareTables(driver, database, project);
    await prepareSystemTables(driver, [seedTable]);
  } catch (error) {
    await driver.close();
    throw error;
  }
  const own = [...collections.filter(({ builtIn }) => builtIn === undefined), ...globals];
  // A document with a pending draft has a row in both tables, or in one of them.
  const counts = own.map(({ table, drafts }) => {
    const ids = [table, ...(drafts ? [pendingTable(table)] : [])].map(
      (name) => `SELECT "id" FROM ${quoteIdentifier(name)}`,
    );
    return `(SELECT COUNT(*) FROM (${ids.join(' UNION ')}) AS "ids")`;
  });
  return {
    async state(script) {
      const row = await driver.get('SELECT "at" FROM "_svc_seeds" WHERE "script" = ?', [script]);
      let documents = 0;
      for (const count of counts)
        documents += Number((await driver.get(`SELECT ${count} AS "count"`, []))?.['count']);
      return { seededAt: row === undefined ? null : new Date(Number(row['at'])).toISOString(), documents };
    },
    async note(script) {
      await driver.transaction(async (connection) => {
        await connection.run('DELETE FROM "_svc_seeds" WHERE "script" = ?', [script]);
        await connection.run('INSERT INTO "_svc_seeds" ("script", "at") VALUES (?, ?)', [
          script,
          systemClock(),
        ]);
      });
    },
    close: () => driver.close(),
  };
}
