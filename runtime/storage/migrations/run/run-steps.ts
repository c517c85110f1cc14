import { type Connection, type Row, UniqueViolation } from '../../driver.js';
import type { MigrationStep } from '../files/migration-text.js';
import { MigrationError } from '../migration-error.js';

/** Runs one direction of a migration inside a transaction. Its checks come first in its file, so that it changes nothing where one fails. */
export async function runSteps(
  connection: Connection,
  steps: readonly MigrationStep[],
  migration: string,
): Promise<void> {
  for (const { sql, check } of steps) {
    try {
      if (check === null) await connection.run(sql, []);
      else await runCheck(connection, { sql, check }, migration);
    } catch (error) {
      throw explained(error, sql, migration);
    }
  }
}

/** What each check finds, a sentence each; nothing is refused. */
export async function findObstacles(
  connection: Pick<Connection, 'get'>,
  checks: readonly MigrationStep[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { sql, check } of checks) {
    const obstacle = check === null ? null : await findObstacle(connection, sql, check);
    if (obstacle !== null) found.push(obstacle);
  }
  return found;
}

async function findObstacle(
  connection: Pick<Connection, 'get'>,
  sql: string,
  check: string,
): Promise<string | null> {
  const example = await connection.get(`SELECT * FROM (${sql}) AS "found" LIMIT 1`, []);
  if (example === undefined) return null;
  const row = await connection.get(`SELECT count(*) AS "count" FROM (${sql}) AS "found"`, []);
  const count = Number(row?.['count']);
  return `${check} (${count === 1 ? 'found once' : `found ${count} times`}; ${exampleText(example)}).`;
}

async function runCheck(
  connection: Connection,
  { sql, check }: { readonly sql: string; readonly check: string },
  migration: string,
): Promise<void> {
  const obstacle = await findObstacle(connection, sql, check);
  if (obstacle === null) return;
  throw new MigrationError(
    'MIGRATION_REFUSED',
    `${migration} cannot run with the data that is there. ${obstacle} ` +
      'Nothing was changed. Correct the data, or the migration, and run it again.',
    { migration },
  );
}

function exampleText(row: Row): string {
  const [first, ...rest] = Object.entries(row);
  const values = rest
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name === 'value' ? '' : `${name} `}${shown(value)}`);
  return `for example document ${String(first?.[1])}${values.length === 0 ? '' : ` with ${values.join(', ')}`}`;
}

/** A value may be a whole article. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
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
    `${migration} failed and was taken back: ${reason} (at "${line.length > 90 ? `${line.slice(0, 89)}…` : line}").`,
    { migration, cause: error },
  );
}
