import type { StoredCapability } from '../../capability.js';
import type { Connection, Driver } from '../../driver.js';
import { noOrphans, readSchemaRecord, rememberSchema } from '../../schema/schema-record.js';
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
import type { UpOutcome } from './up-outcome.js';
import { verifyTables } from './verify-tables.js';
import { type WaysOut, waysOut } from './ways-out.js';

export interface UpOptions {
  /** Those whose tables contain slugs of collections. */
  readonly capabilities: readonly StoredCapability[];
  /** Whether orphaned columns and tables of `svc dev` may be dropped. Default false. */
  readonly dropsLeftBehind?: boolean;
  /** What messages advise. Default: what is right for a database in production. */
  readonly ways?: WaysOut;
  /** Called after each migration. */
  readonly onDone?: (outcome: UpOutcome) => void;
  readonly now?: () => Date;
}

/** The part of a driver that migrations need. */
export type MigrationDriver = Pick<Driver, 'dialect' | 'get' | 'all' | 'schemaChange' | 'schemaSession'>;

/**
 * Runs the pending migrations in order, each in its own transaction. Several processes may call this at once:
 * each migration runs in only one of them. A killed process leaves the database before or after a migration,
 * never within one. Only its indexes may be missing; the next call builds them.
 *
 * @throws MigrationError; migrations that ran before stay applied.
 */
export async function migrateUp(
  driver: MigrationDriver,
  migrations: readonly Migration[],
  options: UpOptions,
): Promise<readonly UpOutcome[]> {
  await driver.dialect.assertComplete(driver);
  const done: UpOutcome[] = [];
  const { ways = waysOut } = options;
  while (await isDue(driver, migrations, ways)) {
    const taken = await driver.schemaChange((connection) =>
      takeNext(connection, migrations, { ...options, ways }),
    );
    const outcomes =
      taken === 'indexes'
        ? await driver.schemaSession((connection) => finishIndexes(connection, migrations, ways))
        : taken;
    for (const outcome of outcomes) options.onDone?.(outcome);
    done.push(...outcomes);
  }
  return done;
}

/** Checked before the schema lock is taken: most calls find nothing to do. */
async function isDue(
  driver: MigrationDriver,
  migrations: readonly Migration[],
  ways: WaysOut,
): Promise<boolean> {
  const state = stateOf(migrations, await readJournal(driver));
  assertSound(state, ways);
  return state.pending.length > 0 || state.unfinished !== null;
}

interface AdvisedOptions extends UpOptions {
  readonly ways: WaysOut;
}

/**
 * Runs the next migration, or adopts those whose tables already exist. Returns an empty result when nothing
 * is left to do, and `indexes` when the indexes of a migration must be built first.
 */
async function takeNext(
  connection: Connection,
  migrations: readonly Migration[],
  options: AdvisedOptions,
): Promise<readonly UpOutcome[] | 'indexes'> {
  // Read inside the transaction: another process may have been faster.
  const state = stateOf(migrations, await readJournal(connection));
  assertSound(state, options.ways);
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
  { capabilities, ways, now = newDate }: AdvisedOptions,
): Promise<readonly UpOutcome[] | 'indexes'> {
  const { name, snapshot } = migration;
  const begin = performance.now();
  await prepareConstraints(connection);
  const parts = migration.parts(connection.dialect.name);
  const indexes = connection.dialect.concurrentIndexes === null ? [] : parts.indexes;
  await runSteps(connection, indexes.length === 0 ? upInTransaction(parts) : parts.up, {
    name,
    wayOut: ways.refused,
  });
  await renameInSystemTables(connection, capabilities, snapshot.renamedCollections);
  const later = new Set(indexes.map((index) => index.name));
  await verifyTables(connection, { schema: snapshot.schema, migration: name, later });
  await rememberSchema(connection, { schema: snapshot.schema, left: noOrphans, mark: `migration:${name}` });
  const duration = Math.round(performance.now() - begin);
  const state = indexes.length === 0 ? 'applied' : 'indexing';
  await noteMigration(connection, migration, { state, appliedAt: now().toISOString(), duration });
  return state === 'applied' ? [{ name, state, duration }] : 'indexes';
}

/** Call it before statements that alter tables, in the same transaction. */
export async function prepareConstraints(connection: Connection): Promise<void> {
  for (const sql of connection.dialect.ddl.beforeAltering) await connection.run(sql, []);
}

interface Adoption {
  readonly state: ReturnType<typeof stateOf>;
  readonly options: AdvisedOptions;
}

/**
 * For a database whose tables `svc dev` or `svc start` made: the migrations that lead to the same tables
 * count as applied.
 *
 * @throws MigrationError when no migration leads to these tables.
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
  await dropLeftBehind(connection, record.left, options.dropsLeftBehind ? null : options.ways.kept);
  if (record.left !== noOrphans) await rememberSchema(connection, { ...record, left: noOrphans });
  const base = last?.snapshot.schema ?? null;
  if (base !== null && sameStructure(record.schema, base)) return [];
  const found = state.pending.findIndex(({ snapshot }) => sameStructure(record.schema, snapshot.schema));
  if (found === -1) throw differs(record.schema, migrations, { last, ways: options.ways });
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
  { last, ways }: { readonly last: Migration | null; readonly ways: WaysOut },
): MigrationError {
  const nearest = migrations
    .map(({ name, snapshot }) => ({ name, lines: structureDifferences(present, snapshot.schema) }))
    .sort((a, b) => a.lines.length - b.lines.length)[0];
  const { name = '', lines = [] } = nearest ?? {};
  const more = lines.length > 5 ? ` and ${lines.length - 5} more` : '';
  const origin =
    last === null ? 'was created by "svc dev" or "svc start"' : `was changed by "svc dev" after ${last.name}`;
  return new MigrationError(
    'DATABASE_DIFFERS',
    `The database ${origin}, and its tables match no migration. The closest is ${name}: ${lines.slice(0, 5).join(', ')}${more}. ${ways.differs}`,
  );
}

async function assertNoTables(connection: Connection): Promise<void> {
  const names = await someTables(connection);
  if (names.length === 0) return;
  throw new MigrationError(
    'DATABASE_DIFFERS',
    `The database has tables that svc did not create (${names.join(', ')}). Choose another one: see SVC_DATABASE_URL.`,
  );
}

function newDate(): Date {
  return new Date();
}
