import type { ContractDescriptor } from '../../codegen/descriptors.js';
import type { Connection, Driver } from '../driver.js';
import { changeSearchTables, hasSearchTables } from '../search/search-tables.js';
import { deriveSchema } from './derive-schema.js';
import { SchemaError } from './schema-error.js';
import { noOrphans, readSchemaMark, readSchemaRecord, rememberSchema } from './schema-record.js';
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
  /** What the change has left behind in the database: `tags`, `posts.subtitle`. */
  readonly left: readonly string[];
}

/** The part of a driver that schema changes need. */
export type SchemaHolder = Pick<Driver, 'dialect' | 'get' | 'all' | 'schemaChange'>;
export interface SchemaPreparation {
  readonly contract: ContractDescriptor;
  readonly mode: SchemaMode;
  /** What the user can do where the difference may not be applied. */
  readonly advice?: string;
}

/**
 * Makes sure that the database has the tables of a contract. When it has them, this costs one small read,
 * whatever the amount of data. Safe when several processes start at once.
 *
 * @throws SchemaError when the database was made for another config and the difference may not be applied.
 */
export async function prepareSchema(
  driver: SchemaHolder,
  {
    contract,
    mode,
    advice = 'Run "svc dev" once with this database to apply these changes, or change the config back.',
  }: SchemaPreparation,
): Promise<SchemaReport> {
  const mark = contractMark(contract);
  const isPrepared = (await readSchemaMark(driver)) === mark;
  if (isPrepared && (await hasSearchTables(driver, contract, () => deriveSchema(contract))))
    return { created: false, changes: [], left: [] };
  const schema = deriveSchema(contract);
  return driver.schemaChange(async (connection) => {
    const report = await prepare(connection);
    await changeSearchTables(connection, contract, schema);
    return report;
  });

  async function prepare(connection: Connection): Promise<SchemaReport> {
    const stored = await readSchemaRecord(connection);
    if (stored === null) return create(connection, schema, mark);
    // Most starts find the tables as they have to be.
    const { extendSchema } = await import('../migrations/extend-schema.js');
    const extension = await extendSchema(connection, stored, {
      schema,
      refusal: mode === 'create' ? advice : null,
    });
    await rememberSchema(connection, { schema, left: extension.left, mark });
    return { created: false, changes: extension.lines, left: extension.newlyLeft };
  }
}

/** Identifies the contract and this version's storage layout. */
function contractMark(contract: ContractDescriptor): string {
  return `4:${contract.hash}`;
}

async function create(connection: Connection, schema: StorageSchema, mark: string): Promise<SchemaReport> {
  await assertEmpty(connection);
  await connection.dialect.ddl.createTables(connection, schema.tables);
  await rememberSchema(connection, { schema, left: noOrphans, mark });
  return { created: true, changes: [], left: [] };
}

async function assertEmpty(connection: Connection): Promise<void> {
  const { catalogue, container } = connection.dialect.ddl;
  const rows = await connection.all(catalogue.othersSql, []);
  if (rows.length === 0) return;
  const names = rows.map((row) => String(row['name'])).join(', ');
  throw new SchemaError(
    `The database has tables that svc did not create (${names}). Choose another ${container}, or an empty one: see SVC_DATABASE_URL.`,
  );
}
