/** The end of a migration: indexes are built one by one while other connections write. */
import type { ConcurrentIndexes } from '../../dialects/concurrent-indexes.js';
import { type Connection, UniqueViolation } from '../../driver.js';
import type { IndexStep } from '../files/migration-text.js';
import type { Migration } from '../files/read-migrations.js';
import { MigrationError } from '../migration-error.js';
import { finishMigration, readJournal } from './journal.js';
import { assertSound, stateOf } from './migration-state.js';
import type { UpOutcome } from './up-outcome.js';
import type { WaysOut } from './ways-out.js';

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
  ways: WaysOut,
): Promise<readonly UpOutcome[]> {
  const state = stateOf(migrations, await readJournal(connection));
  assertSound(state, ways);
  const { unfinished } = state;
  if (unfinished === null || unfinished.migration === null) return [];
  const { name, migration } = unfinished;
  const begin = performance.now();
  const { concurrentIndexes, name: dialect } = connection.dialect;
  if (concurrentIndexes !== null) {
    for (const index of migration.parts(dialect).indexes) {
      await buildIndex(connection, {
        ...{ indexes: concurrentIndexes, index },
        ...{ migration: name, command: ways.command },
      });
    }
  }
  const duration = Math.round(performance.now() - begin);
  await finishMigration(connection, name, duration);
  return [{ name, state: 'applied', duration: unfinished.duration + duration }];
}

/** Returns the indexes that do not exist or are invalid. */
export async function missingIndexes(
  connection: Pick<Connection, 'dialect' | 'get'>,
  indexes: readonly IndexStep[],
): Promise<readonly IndexStep[]> {
  const { concurrentIndexes } = connection.dialect;
  if (concurrentIndexes === null) return [];
  const missing: IndexStep[] = [];
  for (const index of indexes) {
    if ((await concurrentIndexes.find(connection, index)) !== 'valid') missing.push(index);
  }
  return missing;
}

interface BuiltIndex {
  readonly indexes: ConcurrentIndexes;
  readonly index: IndexStep;
  readonly migration: string;
  /** The command that continues. */
  readonly command: string;
}

async function buildIndex(
  connection: Connection,
  { indexes, index, migration, command }: BuiltIndex,
): Promise<void> {
  const found = await indexes.find(connection, index);
  if (found === 'valid') return;
  if (index.keyOf !== null) return validateKey(connection, index, { migration, command });
  try {
    // An interrupted build leaves an invalid index, which is useless but slows every write down.
    if (found === 'invalid') await indexes.drop(connection, index);
    await indexes.create(connection, index);
  } catch (error) {
    await indexes.drop(connection, index).catch(() => undefined);
    throw explained(error, { indexes, index, migration, command });
  }
}

async function validateKey(
  connection: Connection,
  key: IndexStep,
  { migration, command }: Pick<BuiltIndex, 'migration' | 'command'>,
): Promise<void> {
  try {
    await connection.run(key.sql, []);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/[.]$/, '') : String(error);
    throw new MigrationError(
      'INDEXES_MISSING',
      `${migration} has changed the tables, but rows violate its foreign key ${key.name}: ${reason}. ` +
        `Correct the documents, then run "${command}" again.`,
      { migration, cause: error },
    );
  }
}

function explained(
  error: unknown,
  { indexes, index: { name }, migration, command }: BuiltIndex,
): MigrationError {
  const isUnique = error instanceof UniqueViolation;
  const reason = isUnique
    ? duplicateText(error, indexes)
    : error instanceof Error
      ? error.message.replace(/[.]$/, '')
      : String(error);
  return new MigrationError(
    'INDEXES_MISSING',
    `${migration} has changed the tables, but its index ${name} could not be built: ${reason}. ` +
      `${isUnique ? 'Correct the documents, then run' : 'Run'} "${command}" again: it builds the indexes that are missing.`,
    { migration, cause: error },
  );
}

function duplicateText({ columns, cause }: UniqueViolation, indexes: ConcurrentIndexes): string {
  const value = indexes.duplicatedValue(cause);
  const text = `two documents have the same ${columns.join(', ')}`;
  return value === undefined ? text : `${text} (${value})`;
}
