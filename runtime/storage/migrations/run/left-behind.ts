/**
 * The orphaned columns and tables that `svc dev` keeps for removed fields: they would conflict with
 * migrations.
 */
import { quoteIdentifier } from '../../../query/sql/quote.js';
import type { Connection, Driver } from '../../driver.js';
import type { OrphanedField, OrphanedParts } from '../../schema/schema-record.js';
import { MigrationError } from '../migration-error.js';

/**
 * @param advice - what happens to values that one of them holds, and how that is confirmed; null: it is.
 * @throws MigrationError with `CONFIRMATION_NEEDED` when one of them holds values and that is not confirmed.
 */
export async function dropLeftBehind(
  connection: Connection,
  left: OrphanedParts,
  advice: string | null,
): Promise<void> {
  if (advice !== null) await assertNothingKept(connection, left, advice);
  const { columns, tables } = placesOf(left);
  for (const { table, name } of columns)
    await connection.run(`ALTER TABLE ${quoteIdentifier(table)} DROP COLUMN ${quoteIdentifier(name)}`, []);
  for (const { name } of [...tables].reverse())
    await connection.run(`DROP TABLE IF EXISTS ${quoteIdentifier(name)}`, []);
}

/**
 * Refuses to drop orphaned values without confirmation; `advice` says what happens to them.
 *
 * @throws MigrationError with `CONFIRMATION_NEEDED`, which names the fields, collections and globals that
 * have values.
 */
export async function assertNothingKept(
  connection: Pick<Driver, 'get'>,
  left: OrphanedParts,
  advice: string,
): Promise<void> {
  const found = await keptIn(connection, left);
  if (found.size === 0) return;
  throw new MigrationError(
    'CONFIRMATION_NEEDED',
    `"svc dev" has kept values of removed fields and collections: ${[...found].join(', ')}. ${advice}`,
  );
}

/** Separates the kept fields that hold no value. */
export async function emptyFieldsOf(
  connection: Pick<Driver, 'get'>,
  { tables, fields }: OrphanedParts,
): Promise<{ readonly empty: OrphanedParts; readonly full: OrphanedParts }> {
  const empty: OrphanedField[] = [];
  for (const field of fields) {
    if ((await keptIn(connection, { tables: [], fields: [field] })).size === 0) empty.push(field);
  }
  return {
    empty: { tables: [], fields: empty },
    full: { tables, fields: fields.filter((field) => !empty.includes(field)) },
  };
}

/** The fields, collections and globals that have values. */
async function keptIn(connection: Pick<Driver, 'get'>, left: OrphanedParts): Promise<ReadonlySet<string>> {
  const { columns, tables } = placesOf(left);
  const found = new Set<string>();
  for (const { table, name, path } of columns) {
    const sql = `SELECT 1 FROM ${quoteIdentifier(table)} WHERE ${quoteIdentifier(name)} IS NOT NULL LIMIT 1`;
    if ((await connection.get(sql, [])) !== undefined)
      found.add(`${table.replace(/__pending$/, '')}.${path}`);
  }
  for (const { name, what } of tables) {
    if ((await connection.get(`SELECT 1 FROM ${quoteIdentifier(name)} LIMIT 1`, [])) !== undefined)
      found.add(what);
  }
  return found;
}

interface KeptPlaces {
  readonly columns: readonly { readonly table: string; readonly name: string; readonly path: string }[];
  readonly tables: readonly { readonly name: string; readonly what: string }[];
}

function placesOf(left: OrphanedParts): KeptPlaces {
  return {
    columns: left.fields.flatMap(({ table, field, columns: own }) =>
      own.map(({ name }) => ({ table, name, path: field.path })),
    ),
    tables: [
      ...left.tables.map(({ name, owner }) => ({ name, what: owner })),
      ...left.fields.flatMap(({ table, field }) =>
        field.table === undefined ? [] : [{ name: field.table, what: `${table}.${field.path}` }],
      ),
    ],
  };
}
