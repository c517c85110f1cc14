import { resolve } from 'node:path';
import { describeConfig } from '../../codegen/describe-config.js';
import type { DatabaseConfig } from '../../config/database-config.js';
import type { ServiceConfig } from '../../config/service-config.js';
import { databaseAt } from '../../storage/dialects/index.js';
import { openDatabase } from '../../storage/dialects/open-database.js';
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
  const content = databaseAt(database);
  if (content.isInMemory) return fine('database', 'in memory: all content is lost when the server stops');
  const place = content.file === null ? content.place : shownPath(content.file);
  if (content.isMissing()) return fine('database', `${place} will be created by the first start`);
  try {
    const driver = await openDatabase(database);
    try {
      const finding = (await checkMigrations(driver)) ?? (await checkSchema(driver, config, place));
      const checks = finding.status === 'ok' ? await content.loadServerChecks?.() : undefined;
      const advice = await checks?.readSearchAdvice(driver);
      return advice === undefined || advice === null
        ? finding
        : fine('database', `${finding.message}; ${advice}`);
    } finally {
      await driver.close();
    }
  } catch (error) {
    const reason = oneLine(error);
    const advice = content.file === null ? authorityAdvice(reason) : null;
    return broken('database', reason, advice ?? 'or set SVC_DATABASE_URL to another one');
  }
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
    await prepareSchema(takingBack(driver), { contract: describeConfig(config), mode: 'create' });
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
    all: (sql, parameters) => driver.all(sql, parameters),
    schemaChange: (work) =>
      driver.schemaChange(async (connection) => {
        // `prepareSchema` passes work that returns its report.
        throw new TakenBack((await work(connection)) as SchemaReport);
      }),
  };
}
