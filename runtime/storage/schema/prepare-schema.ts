import type { ContractDescriptor } from '../../codegen/descriptors.js';
import { quoteIdentifier, quoteIdentifiers } from '../../query/sql/quote.js';
import { type Connection, type Driver, UniqueViolation } from '../driver.js';
import { deriveSchema } from './derive-schema.js';
import { diffSchemas, type SchemaDifference, type SchemaStep } from './diff-schemas.js';
import { fillRequiredFields } from './fill-required.js';
import { SchemaError } from './schema-error.js';
import { nothingLeft, readSchemaMark, readSchemaRecord, rememberSchema } from './schema-record.js';
import type { StorageSchema } from './storage-schema.js';

/**
 * `create` makes the tables of an empty database and refuses one made for another config. `extend` also
 * applies every change that loses nothing.
 */
export type SchemaMode = 'create' | 'extend';

export interface SchemaReport {
  /** Whether the database was empty. */
  readonly created: boolean;
  /** The changes, one line each: `posts.subtitle is new`. */
  readonly changes: readonly string[];
}

/** The part of a driver that schema changes need. */
export type SchemaHolder = Pick<Driver, 'dialect' | 'get' | 'schemaChange'>;

/**
 * Makes sure that the database has the tables of a contract. When it has them, this costs one small read,
 * whatever the amount of data. Safe when several processes start at once.
 *
 * @throws SchemaError when the database was made for another config and the difference may not be applied.
 */
export async function prepareSchema(
  driver: SchemaHolder,
  contract: ContractDescriptor,
  mode: SchemaMode,
  advice = 'Run "svc dev" once with this database to apply these changes, or change the config back.',
): Promise<SchemaReport> {
  const mark = contractMark(contract);
  if (await isPrepared(driver, mark)) return { created: false, changes: [] };
  const schema = deriveSchema(contract);
  return driver.schemaChange(async (connection) => {
    const stored = await readSchemaRecord(connection);
    if (stored === null) return create(connection, schema, mark);
    const difference = diffSchemas(stored.schema, stored.left, schema);
    assertAllowed(difference, mode, advice);
    await apply(connection, difference, contract);
    await rememberSchema(connection, { schema, left: difference.left, mark });
    return { created: false, changes: difference.lines };
  });
}

/** Identifies the contract and this version's storage layout. */
function contractMark(contract: ContractDescriptor): string {
  return `3:${contract.hash}`;
}

async function isPrepared(driver: SchemaHolder, mark: string): Promise<boolean> {
  return (await readSchemaMark(driver)) === mark;
}

async function create(connection: Connection, schema: StorageSchema, mark: string): Promise<SchemaReport> {
  await assertEmpty(connection);
  await connection.dialect.ddl.createTables(connection, schema.tables);
  await rememberSchema(connection, { schema, left: nothingLeft, mark });
  return { created: true, changes: [] };
}

async function assertEmpty(connection: Connection): Promise<void> {
  const { catalogue, container } = connection.dialect.ddl;
  const rows = await connection.all(catalogue.othersSql, []);
  if (rows.length === 0) return;
  const names = rows.map((row) => String(row['name'])).join(', ');
  throw new SchemaError(
    `The database has tables that svc did not make (${names}). Choose another ${container}, or an empty one: see SVC_DATABASE_URL.`,
  );
}

function assertAllowed(difference: SchemaDifference, mode: SchemaMode, advice: string): void {
  const { conflicts, lines } = difference;
  if (conflicts.length > 0) {
    throw new SchemaError(
      `The database keeps values that do not fit the config:\n${list(conflicts)}\n` +
        'Change the config back, give the new field another name, or start with an empty database. Migrations carry the values over: ' +
        'change the config back, run "svc migrate create" and "svc migrate up", make the change again, and run both once more.',
    );
  }
  if (mode === 'create' && lines.length > 0) {
    throw new SchemaError(
      `The database was made for another version of the config:\n${list(lines)}\n${advice}`,
    );
  }
}

async function apply(
  connection: Connection,
  difference: SchemaDifference,
  contract: ContractDescriptor,
): Promise<void> {
  const { steps, left } = difference;
  const refused = (step: SchemaStep, error: unknown): Promise<unknown> => refusalOf(connection, step, error);
  await connection.dialect.ddl.takeSteps(connection, steps, left, refused);
  await fillRequiredFields(connection, steps, contract);
}

async function refusalOf(connection: Connection, step: SchemaStep, error: unknown): Promise<unknown> {
  if (!(error instanceof UniqueViolation) || step.kind !== 'create index') return error;
  return new SchemaError(await describeDuplicate(connection, step), { cause: error });
}

async function describeDuplicate(
  connection: Connection,
  { table: { name, owner }, index }: Extract<SchemaStep, { kind: 'create index' }>,
): Promise<string> {
  const columns = quoteIdentifiers(index.columns);
  const present = index.columns.map((column) => `${quoteIdentifier(column)} IS NOT NULL`).join(' AND ');
  const row = await connection.get(
    `SELECT ${columns}, count(*) AS "_svc_count" FROM ${quoteIdentifier(name)} WHERE ${present} GROUP BY ${columns} HAVING count(*) > 1 LIMIT 1`,
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
