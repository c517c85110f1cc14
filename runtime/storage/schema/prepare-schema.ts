import type { ContractDescriptor } from '../../codegen/descriptors.js';
import { type Connection, type Driver, UniqueViolation } from '../driver.js';
import { deriveSchema } from './derive-schema.js';
import { diffSchemas, type LeftBehind, type SchemaDifference, type SchemaStep } from './diff-schemas.js';
import { fillRequiredFields } from './fill-required.js';
import { SchemaError } from './schema-error.js';
import { createTableSql, quoteName } from './sqlite-ddl.js';
import { takeStep } from './sqlite-steps.js';
import type { StorageSchema } from './storage-schema.js';

/**
 * `create` makes the tables of an empty database and refuses one that was made for another config;
 * `extend` also applies every change that loses nothing.
 */
export type SchemaMode = 'create' | 'extend';

export interface SchemaReport {
  /** The database was empty. */
  readonly created: boolean;
  /** What was changed, a line each: `posts.subtitle is new`. */
  readonly changes: readonly string[];
}

/** The part of a driver that changes of tables need. */
export type SchemaHolder = Pick<Driver, 'get' | 'schemaChange'>;

const table = '_svc_schema';
const createTable =
  `CREATE TABLE IF NOT EXISTS "${table}" ("id" INTEGER PRIMARY KEY CHECK ("id" = 1), "contract" TEXT NOT NULL, ` +
  `"schema" TEXT NOT NULL, "left" TEXT NOT NULL, "changedAt" TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))) STRICT`;

const nothingLeft: LeftBehind = { tables: [], fields: [] };

/**
 * Makes sure that the database has the tables of a contract. Costs one small read when it has, whatever the amount of data.
 * Safe when several processes start at once.
 *
 * @throws SchemaError when the database was made for another config and the difference may not be applied.
 */
export async function prepareSchema(
  driver: SchemaHolder,
  contract: ContractDescriptor,
  mode: SchemaMode,
): Promise<SchemaReport> {
  const mark = contractMark(contract);
  if (await isPrepared(driver, mark)) return { created: false, changes: [] };
  const schema = deriveSchema(contract);
  return driver.schemaChange(async (connection) => {
    const stored = await readStored(connection);
    if (stored === null) return create(connection, schema, mark);
    const difference = diffSchemas(stored.schema, stored.left, schema);
    assertAllowed(difference, mode);
    await apply(connection, difference, contract);
    await remember(connection, schema, difference.left, mark);
    return { created: false, changes: difference.lines };
  });
}

/** Names the contract and the way this version lays it out. */
function contractMark(contract: ContractDescriptor): string {
  return `2:${contract.hash}`;
}

async function isPrepared(driver: SchemaHolder, mark: string): Promise<boolean> {
  if (!(await hasSchemaTable(driver))) return false;
  const row = await driver.get(`SELECT "contract" FROM "${table}" WHERE "id" = 1`, []);
  return row?.['contract'] === mark;
}

async function hasSchemaTable(connection: Pick<Connection, 'get'>): Promise<boolean> {
  return (
    (await connection.get(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`, [table])) !==
    undefined
  );
}

interface StoredSchema {
  readonly schema: StorageSchema;
  readonly left: LeftBehind;
}

async function readStored(connection: Connection): Promise<StoredSchema | null> {
  if (!(await hasSchemaTable(connection))) return null;
  const row = await connection.get(`SELECT "schema", "left" FROM "${table}" WHERE "id" = 1`, []);
  if (row === undefined) return null;
  return {
    schema: JSON.parse(String(row['schema'])) as StorageSchema,
    left: JSON.parse(String(row['left'])) as LeftBehind,
  };
}

async function create(connection: Connection, schema: StorageSchema, mark: string): Promise<SchemaReport> {
  await assertEmpty(connection);
  await connection.run(createTable, []);
  for (const one of schema.tables) {
    for (const sql of createTableSql(one)) await connection.run(sql, []);
  }
  await remember(connection, schema, nothingLeft, mark);
  return { created: true, changes: [] };
}

async function assertEmpty(connection: Connection): Promise<void> {
  const rows = await connection.all(
    `SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ` +
      `AND name NOT LIKE '\\_svc\\_%' ESCAPE '\\' LIMIT 5`,
    [],
  );
  if (rows.length === 0) return;
  const names = rows.map((row) => String(row['name'])).join(', ');
  throw new SchemaError(
    `The database has tables that svc did not make (${names}). Choose another file, or an empty one: see SVC_DATABASE_URL.`,
  );
}

async function remember(
  connection: Connection,
  schema: StorageSchema,
  left: LeftBehind,
  mark: string,
): Promise<void> {
  await connection.run(
    `INSERT INTO "${table}" ("id", "contract", "schema", "left") VALUES (1, ?, ?, ?) ON CONFLICT ("id") DO UPDATE SET ` +
      `"contract" = excluded."contract", "schema" = excluded."schema", "left" = excluded."left", "changedAt" = excluded."changedAt"`,
    [mark, JSON.stringify(schema), JSON.stringify(left)],
  );
}

function assertAllowed(difference: SchemaDifference, mode: SchemaMode): void {
  const { conflicts, lines } = difference;
  if (conflicts.length > 0) {
    throw new SchemaError(
      `The database keeps values that do not fit the config:\n${list(conflicts)}\n` +
        'Change the config back, give the new field another name, or start with an empty database.',
    );
  }
  if (mode === 'create' && lines.length > 0) {
    throw new SchemaError(
      `The database was made for another version of the config:\n${list(lines)}\n` +
        'Run "svc dev" once with this database to apply these changes, or change the config back.',
    );
  }
}

async function apply(
  connection: Connection,
  difference: SchemaDifference,
  contract: ContractDescriptor,
): Promise<void> {
  for (const step of difference.steps) await take(connection, step, difference.left);
  await fillRequiredFields(connection, difference.steps, contract);
}

async function take(connection: Connection, step: SchemaStep, left: LeftBehind): Promise<void> {
  try {
    await takeStep(connection, step, left);
  } catch (error) {
    if (!(error instanceof UniqueViolation) || step.kind !== 'create index') throw error;
    throw new SchemaError(await describeDuplicate(connection, step), { cause: error });
  }
}

async function describeDuplicate(
  connection: Connection,
  { table: { name, owner }, index }: Extract<SchemaStep, { kind: 'create index' }>,
): Promise<string> {
  const columns = index.columns.map(quoteName).join(', ');
  const present = index.columns.map((column) => `${quoteName(column)} IS NOT NULL`).join(' AND ');
  const row = await connection.get(
    `SELECT ${columns}, count(*) AS "_svc_count" FROM ${quoteName(name)} WHERE ${present} GROUP BY ${columns} HAVING count(*) > 1 LIMIT 1`,
    [],
  );
  const values = index.columns.map((column) => `${column} ${JSON.stringify(row?.[column])}`).join(', ');
  return (
    `${owner} cannot have a unique index on ${index.columns.join(', ')}: ${String(row?.['_svc_count'])} documents have ${values}. ` +
    'Change these documents first, or leave the field without "unique".'
  );
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `  - ${line}`).join('\n');
}
