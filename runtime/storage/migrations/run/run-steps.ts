import { type Connection, UniqueViolation } from '../../driver.js';
import type { MigrationCheck, MigrationStep } from '../files/migration-text.js';
import { MigrationError } from '../migration-error.js';
import type { PlannedCheck, PlannedMigration } from '../plan/planned-migration.js';
import { findObstacle } from './find-obstacle.js';

/** The name of the steps in messages, and the advice for a person when the data does not allow them. */
export interface NamedSteps {
  /** The name of a migration, or `The change`. */
  readonly name: string;
  readonly wayOut: string;
}

/** Returns the steps of a plan that never was a file. */
export function stepsOf({ checks, statements, indexes }: PlannedMigration): readonly MigrationStep[] {
  return [
    ...checks.map(stepOfCheck),
    ...[...statements, ...indexes].map(({ sql }) => ({ sql, check: null })),
  ];
}

export function stepOfCheck({ sql, message, pattern }: PlannedCheck): MigrationStep {
  return { sql, check: { message, pattern: pattern ?? null } };
}

/**
 * Runs steps inside a transaction. Their checks come first, so that nothing is changed when one fails.
 *
 * @throws MigrationError MIGRATION_REFUSED when the data does not allow a step, MIGRATION_FAILED when one
 * fails.
 */
export async function runSteps(
  connection: Connection,
  steps: readonly MigrationStep[],
  named: NamedSteps,
): Promise<void> {
  for (const { sql, check } of steps) {
    try {
      if (check === null) await connection.run(sql, []);
      else await runCheck(connection, { sql, check }, named);
    } catch (error) {
      throw explained(error, sql, named.name);
    }
  }
}

/** Returns the findings of each check, one sentence each; nothing is refused. */
export async function findObstacles(
  connection: Pick<Connection, 'get' | 'all'>,
  checks: readonly MigrationStep[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { sql, check } of checks) {
    const obstacle = check === null ? null : await findObstacle(connection, sql, check);
    if (obstacle !== null) found.push(obstacle);
  }
  return found;
}

async function runCheck(
  connection: Connection,
  { sql, check }: { readonly sql: string; readonly check: MigrationCheck },
  { name, wayOut }: NamedSteps,
): Promise<void> {
  const obstacle = await findObstacle(connection, sql, check);
  if (obstacle === null) return;
  throw new MigrationError(
    'MIGRATION_REFUSED',
    `${name} cannot run with the existing data. ${obstacle} Nothing was changed. ${wayOut}`,
    { migration: name },
  );
}

function explained(error: unknown, sql: string, migration: string): Error {
  if (error instanceof MigrationError) return error;
  const reason =
    error instanceof UniqueViolation
      ? `two documents have the same ${error.columns.join(', ')}`
      : error instanceof Error
        ? error.message
        : String(error);
  const [line = ''] = sql.split('\n');
  return new MigrationError(
    'MIGRATION_FAILED',
    `${migration} failed and was rolled back: ${reason} (at "${line.length > 90 ? `${line.slice(0, 89)}…` : line}").`,
    { migration, cause: error },
  );
}
