import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describeConfig } from '../../codegen/describe-config.js';
import type { DatabaseConfig, PostgresDatabase } from '../../config/database-config.js';
import type { ServiceConfig } from '../../config/service-config.js';
import { describeLocation, openDatabase } from '../../storage/dialects/open-database.js';
import { createSqliteDriver } from '../../storage/dialects/sqlite/sqlite-driver.js';
import type { Driver } from '../../storage/driver.js';
import { migrationsName } from '../../storage/migrations/files/migrations-folder.js';
import { readMigrations } from '../../storage/migrations/files/read-migrations.js';
import { readJournal } from '../../storage/migrations/run/journal.js';
import { assertSound, stateOf } from '../../storage/migrations/run/migration-state.js';
import { prepareSchema, type SchemaHolder, type SchemaReport } from '../../storage/schema/prepare-schema.js';
import { countText } from '../text/count-text.js';
import { oneLine } from '../text/one-line.js';
import { shownPath } from '../text/shown-path.js';
import { authorityAdvice } from './authority-advice.js';
import { broken, type Finding, fine } from './finding.js';

/** Checks whether the database opens, accepts writes, and has the tables of this config. Changes nothing. */
export async function checkDatabase(config: ServiceConfig, database: DatabaseConfig): Promise<Finding> {
  if (database.kind === 'postgres') return checkPostgres(config, database);
  const { path } = database;
  if (path === ':memory:') return fine('database', 'in memory: all content is lost when the server stops');
  if (!existsSync(resolve(path)))
    return fine('database', `${shownPath(path)} will be created by the first start`);
  try {
    const driver = await createSqliteDriver({ path });
    try {
      return (await checkMigrations(driver)) ?? (await checkSchema(driver, config, shownPath(path)));
    } finally {
      await driver.close();
    }
  } catch (error) {
    return broken('database', oneLine(error), 'or set SVC_DATABASE_URL to another one');
  }
}

async function checkPostgres(config: ServiceConfig, database: PostgresDatabase): Promise<Finding> {
  const place = describeLocation(database);
  try {
    const driver = await openDatabase(database);
    try {
      const finding = (await checkMigrations(driver)) ?? (await checkSchema(driver, config, place));
      return finding.status === 'ok' ? await checkSearch(driver, finding) : finding;
    } finally {
      await driver.close();
    }
  } catch (error) {
    const reason = oneLine(error);
    return broken('database', reason, authorityAdvice(reason) ?? 'or set SVC_DATABASE_URL to another one');
  }
}

/** `contains` reads every document of a collection; with trigrams it can use an index. */
async function checkSearch(driver: Driver, { message }: Finding): Promise<Finding> {
  const row = await driver.get(
    `SELECT 1 AS found FROM pg_catalog.pg_extension WHERE extname = 'pg_trgm'`,
    [],
  );
  const search = row === undefined ? '; the extension pg_trgm would let indexes speed up `contains`' : '';
  return fine('database', `${message}${search}`);
}

/** Null if the project has no migrations, or all have run. */
async function checkMigrations(driver: Driver): Promise<Finding | null> {
  const migrations = readMigrations(resolve(migrationsName));
  const state = stateOf(migrations, await readJournal(driver));
  assertSound(state);
  if (state.pending.length === 0) return null;
  const names = state.pending.map(({ name }) => name).join(', ');
  return broken(
    'database',
    `${countText(state.pending.length, 'migration')} pending: ${names}`,
    'run `svc migrate up`',
  );
}

async function checkSchema(driver: Driver, config: ServiceConfig, path: string): Promise<Finding> {
  try {
    await prepareSchema(takingBack(driver), describeConfig(config), 'create');
    return fine('database', `${path} fits this config`);
  } catch (error) {
    if (error instanceof TakenBack) return fine('database', whatStartDoes(path, error.report));
    return broken('database', oneLine(error), '`svc dev` applies changes that lose nothing');
  }
}

function whatStartDoes(path: string, { created }: SchemaReport): string {
  return created ? `${path} is empty: the first start creates the tables` : `${path} fits this config`;
}

/** Ends a trial run, so that the database rolls it back. */
class TakenBack extends Error {
  override readonly name = 'TakenBack';
  readonly report: SchemaReport;

  constructor(report: SchemaReport) {
    super('The change of tables was a trial.');
    this.report = report;
  }
}

/** A driver whose schema changes are tried and rolled back. */
function takingBack(driver: Driver): SchemaHolder {
  return {
    dialect: driver.dialect,
    get: (sql, parameters) => driver.get(sql, parameters),
    schemaChange: (work) =>
      driver.schemaChange(async (connection) => {
        // `prepareSchema` passes work that returns its report.
        throw new TakenBack((await work(connection)) as SchemaReport);
      }),
  };
}
