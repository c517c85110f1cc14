/** The end of a migration on PostgreSQL: indexes are built one by one while other connections write. */
import { quoteIdentifier } from '../../../query/sql/quote.js';
import { sqlState } from '../../dialects/postgres/postgres-errors.js';
import { type Connection, type Row, UniqueViolation } from '../../driver.js';
import { type IndexStep, withoutConcurrency } from '../files/migration-text.js';
import type { Migration } from '../files/read-migrations.js';
import { MigrationError } from '../migration-error.js';
import { finishMigration, readJournal } from './journal.js';
import type { UpOutcome } from './migrate-up.js';
import { assertSound, stateOf } from './migration-state.js';

/**
 * Builds the missing indexes of the unfinished migration. Call it inside a {@link Driver.schemaSession}.
 * Returns an empty result when another process has finished them meanwhile.
 *
 * @throws MigrationError when an index cannot be built. Indexes that were built stay, and the next call
 * continues.
 */
export async function finishIndexes(
  connection: Connection,
  migrations: readonly Migration[],
): Promise<readonly UpOutcome[]> {
  const state = stateOf(migrations, await readJournal(connection));
  assertSound(state);
  const { unfinished } = state;
  if (unfinished === null || unfinished.migration === null) return [];
  const { name, migration } = unfinished;
  const begin = performance.now();
  for (const index of migration.parts(connection.dialect).indexes) await buildIndex(connection, index, name);
  const duration = Math.round(performance.now() - begin);
  await finishMigration(connection, name, duration);
  return [{ name, state: 'applied', duration: unfinished.duration + duration }];
}

/** Returns the indexes that do not exist or are invalid. */
export async function missingIndexes(
  connection: Pick<Connection, 'get'>,
  indexes: readonly IndexStep[],
): Promise<readonly IndexStep[]> {
  const missing: IndexStep[] = [];
  for (const index of indexes) if ((await find(connection, index)) !== 'valid') missing.push(index);
  return missing;
}

async function buildIndex(connection: Connection, index: IndexStep, migration: string): Promise<void> {
  const found = await find(connection, index);
  if (found === 'valid') return;
  if (index.keyOf !== null) return validateKey(connection, index, migration);
  try {
    // An interrupted build leaves an invalid index, which is useless but slows every write down.
    if (found === 'invalid') await drop(connection, index);
    await create(connection, index);
  } catch (error) {
    await drop(connection, index).catch(() => undefined);
    throw explained(error, index, migration);
  }
}

async function validateKey(connection: Connection, key: IndexStep, migration: string): Promise<void> {
  try {
    await connection.run(key.sql, []);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/[.]$/, '') : String(error);
    throw new MigrationError(
      'INDEXES_MISSING',
      `${migration} has changed the tables, but rows do not meet its foreign key ${key.name}: ${reason}. ` +
        'Correct the documents, then run "svc migrate up" again.',
      { migration, cause: error },
    );
  }
}

async function create(connection: Connection, { sql }: IndexStep): Promise<void> {
  try {
    await connection.run(sql, []);
  } catch (error) {
    // `feature_not_supported`, `syntax_error`: partitioned tables, and servers that cannot build indexes
    // concurrently.
    const plain = withoutConcurrency(sql);
    if (!['0A000', '42601'].includes(sqlState(error) ?? '') || plain === sql) throw error;
    await connection.run(plain, []);
  }
}

async function drop(connection: Connection, { name }: IndexStep): Promise<void> {
  await connection.run(`DROP INDEX CONCURRENTLY IF EXISTS ${quoteIdentifier(name)}`, []);
}

async function find(
  connection: Pick<Connection, 'get'>,
  { name, keyOf }: IndexStep,
): Promise<'valid' | 'invalid' | null> {
  const row = keyOf === null ? await findIndex(connection, name) : await findKey(connection, keyOf, name);
  if (row === undefined) return null;
  return row['whole'] === 1 ? 'valid' : 'invalid';
}

function findKey(connection: Pick<Connection, 'get'>, table: string, name: string): Promise<Row | undefined> {
  return connection.get(
    `SELECT k.convalidated AS whole FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class c ON c.oid = k.conrelid ` +
      `JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = current_schema() AND c.relname = ? AND k.conname = ?`,
    [table, name],
  );
}

function findIndex(connection: Pick<Connection, 'get'>, name: string): Promise<Row | undefined> {
  return connection.get(
    `SELECT i.indisvalid AND i.indisready AS whole FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid ` +
      `JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = current_schema() AND c.relname = ?`,
    [name],
  );
}

function explained(error: unknown, { name }: IndexStep, migration: string): MigrationError {
  const isUnique = error instanceof UniqueViolation;
  const reason = isUnique
    ? duplicateText(error)
    : error instanceof Error
      ? error.message.replace(/[.]$/, '')
      : String(error);
  return new MigrationError(
    'INDEXES_MISSING',
    `${migration} has changed the tables, but its index ${name} could not be built: ${reason}. ` +
      `${isUnique ? 'Correct the documents, then run' : 'Run'} "svc migrate up" again: it builds the indexes that are missing.`,
    { migration, cause: error },
  );
}

/** PostgreSQL reports a value: `Key (title)=(Shoes) is duplicated.` */
function duplicateText({ columns, cause }: UniqueViolation): string {
  const detail = cause instanceof Error && 'detail' in cause ? String(cause.detail ?? '') : '';
  const value = /\)=\((.{0,80})/.exec(detail)?.[1]?.replace(/\) is duplicated\.$/, '');
  const text = `two documents have the same ${columns.join(', ')}`;
  return value === undefined ? text : `${text} (${value})`;
}
