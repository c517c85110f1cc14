import type { Connection, Driver } from '../../driver.js';
import { nothingLeft, readSchemaRecord, rememberSchema } from '../../schema/schema-record.js';
import { assertNoUnfinishedCopy } from '../copy/unfinished-copy.js';
import { upInTransaction } from '../files/migration-text.js';
import type { Migration } from '../files/read-migrations.js';
import { MigrationError } from '../migration-error.js';
import { finishIndexes } from './build-indexes.js';
import { noteMigration, prepareJournal, readJournal } from './journal.js';
import { dropLeftBehind } from './left-behind.js';
import { assertSound, stateOf } from './migration-state.js';
import { someTables } from './present-tables.js';
import { renameInSystemTables } from './rename-in-system-tables.js';
import { runSteps } from './run-steps.js';
import { sameStructure, structureDifferences } from './same-structure.js';
import { verifyTables } from './verify-tables.js';

export interface UpOptions {
  /** What `svc dev` left behind may be dropped. Default false. */
  readonly dropsLeftBehind?: boolean;
  /** Told of each migration when it is done. */
  readonly onDone?: (outcome: UpOutcome) => void;
  readonly now?: () => Date;
}

export interface UpOutcome {
  readonly name: string;
  readonly state: 'applied' | 'adopted';
  /** In milliseconds. */
  readonly duration: number;
}

/** The part of a driver that migrations need. */
export type MigrationDriver = Pick<Driver, 'dialect' | 'get' | 'all' | 'schemaChange' | 'schemaSession'>;

/**
 * Runs what has not run yet, in order, each migration in a transaction of its own. Several processes may do this at once: each
 * migration runs in one of them. A process that is killed leaves the database before or after a migration, never within one; but the
 * indexes of one may be missing, and are built by the next call.
 *
 * @throws MigrationError; what had run before it stays.
 */
export async function migrateUp(
  driver: MigrationDriver,
  migrations: readonly Migration[],
  options: UpOptions = {},
): Promise<readonly UpOutcome[]> {
  await assertNoUnfinishedCopy(driver);
  const done: UpOutcome[] = [];
  while (await isDue(driver, migrations)) {
    const taken = await driver.schemaChange((connection) => takeNext(connection, migrations, options));
    const outcomes =
      taken === 'indexes'
        ? await driver.schemaSession((connection) => finishIndexes(connection, migrations))
        : taken;
    for (const outcome of outcomes) options.onDone?.(outcome);
    done.push(...outcomes);
  }
  return done;
}

/** Asked before the lock for changes of tables is taken: most calls find nothing to do. */
async function isDue(driver: MigrationDriver, migrations: readonly Migration[]): Promise<boolean> {
  const state = stateOf(migrations, await readJournal(driver));
  assertSound(state);
  return state.pending.length > 0 || state.unfinished !== null;
}

/**
 * The next migration, or those that the tables already show. Empty when nothing is left to do; `indexes` when those of a migration are to
 * be built first.
 */
async function takeNext(
  connection: Connection,
  migrations: readonly Migration[],
  options: UpOptions,
): Promise<readonly UpOutcome[] | 'indexes'> {
  // Inside the transaction: another process may have been quicker.
  const state = stateOf(migrations, await readJournal(connection));
  assertSound(state);
  if (state.unfinished !== null) return 'indexes';
  const [next] = state.pending;
  if (next === undefined) return [];
  await prepareJournal(connection);
  const adopted = await adopt(connection, migrations, { state, options });
  if (adopted.length > 0) return adopted;
  return apply(connection, next, options);
}

async function apply(
  connection: Connection,
  migration: Migration,
  { now = newDate }: UpOptions,
): Promise<readonly UpOutcome[] | 'indexes'> {
  const { name, snapshot } = migration;
  const begin = performance.now();
  await prepareConstraints(connection);
  const parts = migration.parts(connection.dialect);
  const indexes = connection.dialect === 'postgres' ? parts.indexes : [];
  await runSteps(connection, indexes.length === 0 ? upInTransaction(parts) : parts.up, name);
  await renameInSystemTables(connection, snapshot.renamedCollections);
  const later = new Set(indexes.map((index) => index.name));
  await verifyTables(connection, { schema: snapshot.schema, migration: name, later });
  await rememberSchema(connection, { schema: snapshot.schema, left: nothingLeft, mark: `migration:${name}` });
  const duration = Math.round(performance.now() - begin);
  const state = indexes.length === 0 ? 'applied' : 'indexing';
  await noteMigration(connection, migration, { state, appliedAt: now().toISOString(), duration });
  return state === 'applied' ? [{ name, state, duration }] : 'indexes';
}

/** PostgreSQL cannot alter a table whose rows have checks to come: they are done at once. */
export async function prepareConstraints(connection: Connection): Promise<void> {
  if (connection.dialect === 'postgres') await connection.run('SET CONSTRAINTS ALL IMMEDIATE', []);
}

interface Adoption {
  readonly state: ReturnType<typeof stateOf>;
  readonly options: UpOptions;
}

/**
 * A database whose tables `svc dev` or `svc start` made: the migrations that would have made the same ones count as run.
 *
 * @throws MigrationError where the tables are those of no migration.
 */
async function adopt(
  connection: Connection,
  migrations: readonly Migration[],
  { state, options }: Adoption,
): Promise<readonly UpOutcome[]> {
  const record = await readSchemaRecord(connection);
  const last = state.applied.at(-1)?.migration ?? null;
  if (record === null) {
    if (last === null) await assertNoTables(connection);
    return [];
  }
  await dropLeftBehind(connection, record.left, options.dropsLeftBehind ?? false);
  if (record.left !== nothingLeft) await rememberSchema(connection, { ...record, left: nothingLeft });
  const base = last?.snapshot.schema ?? null;
  if (base !== null && sameStructure(record.schema, base)) return [];
  const found = state.pending.findIndex(({ snapshot }) => sameStructure(record.schema, snapshot.schema));
  if (found === -1) throw differs(record.schema, migrations, last);
  const { now = newDate } = options;
  const outcomes: UpOutcome[] = [];
  for (const migration of state.pending.slice(0, found + 1)) {
    await noteMigration(connection, migration, {
      state: 'adopted',
      appliedAt: now().toISOString(),
      duration: 0,
    });
    outcomes.push({ name: migration.name, state: 'adopted', duration: 0 });
  }
  return outcomes;
}

function differs(
  present: Parameters<typeof structureDifferences>[0],
  migrations: readonly Migration[],
  last: Migration | null,
): MigrationError {
  const nearest = migrations
    .map(({ name, snapshot }) => ({ name, lines: structureDifferences(present, snapshot.schema) }))
    .sort((a, b) => a.lines.length - b.lines.length)[0];
  const { name = '', lines = [] } = nearest ?? {};
  const more = lines.length > 5 ? ` and ${lines.length - 5} more` : '';
  const origin =
    last === null ? 'was made by "svc dev" or "svc start"' : `was changed by "svc dev" after ${last.name}`;
  return new MigrationError(
    'DATABASE_DIFFERS',
    `The database ${origin}, and has the tables of no migration. Nearest is ${name}: ${lines.slice(0, 5).join(', ')}${more}. ` +
      'Make a migration of the config that the database has ("svc migrate create"), or take an empty database.',
  );
}

async function assertNoTables(connection: Connection): Promise<void> {
  const names = await someTables(connection);
  if (names.length === 0) return;
  throw new MigrationError(
    'DATABASE_DIFFERS',
    `The database has tables that svc did not make (${names.join(', ')}). Choose another one: see SVC_DATABASE_URL.`,
  );
}

function newDate(): Date {
  return new Date();
}
