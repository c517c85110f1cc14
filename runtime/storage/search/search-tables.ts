/**
 * The tables of search indexes. They follow from the contract and are derived from documents, so that no
 * migration has to keep them: where one does not fit, it is made again, empty, and built afterwards:
 * docs/spec/content-tools.md#search.
 */
import { createHash } from 'node:crypto';
import type { CollectionDescriptor, ContractDescriptor } from '../../codegen/descriptors.js';
import { pendingDescriptor } from '../../codegen/pending-descriptor.js';
import type { SearchDescriptor } from '../../codegen/searched-fields.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Connection, Driver } from '../driver.js';
import type { StorageSchema } from '../schema/storage-schema.js';
import { createSystemTables, type SystemTable, systemColumns } from '../schema/system-tables.js';

const state = '_svc_search';

/** A row for each index. `mark` says what it was made for, `built` whether it has all documents. */
const stateTable: SystemTable = {
  name: state,
  columns: [
    ...systemColumns('text', { required: ['name', 'mark'] }),
    ...systemColumns('integer', { required: ['built'] }),
  ],
  primaryKey: ['name'],
  indexes: [],
};

/** Changes where terms are made in another way, so that indexes are built again. */
const layout = 2;

/** The index of published documents, or of pending drafts. */
export interface SearchIndex {
  readonly search: SearchDescriptor;
  /** The documents that it is about, with their table. */
  readonly collection: CollectionDescriptor;
}

/** All indexes of a contract. */
export function searchIndexes({ collections }: ContractDescriptor): readonly SearchIndex[] {
  return collections
    .flatMap((collection) => (collection.drafts ? [collection, pendingDescriptor(collection)] : [collection]))
    .flatMap((collection) =>
      collection.search === undefined ? [] : [{ search: collection.search, collection }],
    );
}

/**
 * Makes the tables that a contract needs, and drops those that it does not. Those that fit stay. Call it
 * inside a {@link Driver.schemaChange}, when the tables of documents fit the contract.
 */
export async function changeSearchTables(
  connection: Connection,
  contract: ContractDescriptor,
  schema: StorageSchema,
): Promise<void> {
  const indexes = searchIndexes(contract);
  const present = await readMarks(connection);
  if (indexes.length === 0 && present.size === 0) return;
  await createSystemTables(connection, [stateTable]);
  const { createSql, dropSql } = connection.dialect.search;
  const needed = new Map(indexes.map((index) => [index.search.table, markOf(index, schema)]));
  for (const [name, mark] of present) {
    if (needed.get(name) === mark) continue;
    for (const sql of dropSql(name)) await connection.run(sql, []);
    await connection.run(`DELETE FROM "${state}" WHERE "name" = ?`, [name]);
  }
  for (const index of indexes) {
    const { table } = index.search;
    const mark = needed.get(table) ?? '';
    if (present.get(table) === mark) continue;
    // A copied database may have a part of them.
    for (const sql of [...dropSql(table), ...createSql(index.search)]) await connection.run(sql, []);
    const isEmpty =
      (await connection.get(
        `SELECT 1 AS one FROM ${quoteIdentifier(index.collection.table)} LIMIT 1`,
        [],
      )) === undefined;
    await connection.run(`INSERT INTO "${state}" ("name", "mark", "built") VALUES (?, ?, ?)`, [
      table,
      mark,
      isEmpty ? 1 : 0,
    ]);
  }
}

/** Whether the tables of a contract fit. One small read; nothing without a search. */
export async function hasSearchTables(
  connection: Pick<Connection, 'dialect' | 'get' | 'all'>,
  contract: ContractDescriptor,
  schema: () => StorageSchema,
): Promise<boolean> {
  const indexes = searchIndexes(contract);
  if (indexes.length === 0) return true;
  const marks = await readMarks(connection);
  const made = schema();
  return indexes.every((index) => marks.get(index.search.table) === markOf(index, made));
}

/** The indexes of a contract that do not have all documents yet. */
export async function unbuiltIndexes(
  connection: Pick<Connection, 'all'>,
  contract: ContractDescriptor,
): Promise<readonly SearchIndex[]> {
  const indexes = searchIndexes(contract);
  if (indexes.length === 0) return [];
  const rows = await connection.all(`SELECT "name" FROM "${state}" WHERE "built" = 0`, []);
  const names = new Set(rows.map((row) => row['name']));
  return indexes.filter(({ search }) => names.has(search.table));
}

/** Notes that an index has all documents. */
export async function noteBuilt(connection: Pick<Driver, 'run'>, { search }: SearchIndex): Promise<void> {
  await connection.run(`UPDATE "${state}" SET "built" = 1 WHERE "name" = ?`, [search.table]);
}

/** Notes that an index is built again: if that is interrupted, the next start does it. */
export async function noteUnbuilt(connection: Pick<Driver, 'run'>, { search }: SearchIndex): Promise<void> {
  await connection.run(`UPDATE "${state}" SET "built" = 0 WHERE "name" = ?`, [search.table]);
}

/** How many entries an index has, and how many it should have. */
export interface IndexCount {
  readonly collection: CollectionDescriptor;
  readonly entries: number;
  readonly documents: number;
  readonly isBuilt: boolean;
}

/** Counts what indexes have; null where a database has no indexes yet. */
export async function countEntries(
  connection: Pick<Connection, 'dialect' | 'get' | 'all'>,
  contract: ContractDescriptor,
): Promise<readonly IndexCount[] | null> {
  const { catalogue } = connection.dialect.ddl;
  if ((await connection.get(catalogue.findTableSql, [state])) === undefined) return null;
  const rows = await connection.all(`SELECT "name", "built" FROM "${state}"`, []);
  const built = new Map(rows.map((row) => [String(row['name']), Number(row['built']) === 1]));
  const counts: IndexCount[] = [];
  for (const { search, collection } of searchIndexes(contract)) {
    const isBuilt = built.get(search.table);
    if (isBuilt === undefined) continue;
    const entries = await rowsIn(connection, connection.dialect.search.idsTable(search.table));
    counts.push({
      ...{ collection, isBuilt, entries },
      documents: await rowsIn(connection, quoteIdentifier(collection.table)),
    });
  }
  return counts;
}

async function rowsIn(connection: Pick<Connection, 'get'>, table: string): Promise<number> {
  return Number((await connection.get(`SELECT count(*) AS "total" FROM ${table}`, []))?.['total'] ?? 0);
}

async function readMarks(
  connection: Pick<Connection, 'dialect' | 'get' | 'all'>,
): Promise<ReadonlyMap<string, string>> {
  const { findTableSql } = connection.dialect.ddl.catalogue;
  if ((await connection.get(findTableSql, [state])) === undefined) return new Map();
  const rows = await connection.all(`SELECT "name", "mark" FROM "${state}"`, []);
  return new Map(rows.map((row) => [String(row['name']), String(row['mark'])]));
}

/** A migration may have changed values, which always changes the schema of their table. */
function markOf({ search, collection }: SearchIndex, { tables }: StorageSchema): string {
  const documents = tables.find(({ name }) => name === collection.table);
  const content = JSON.stringify([layout, search, documents?.columns, documents?.fields]);
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}
