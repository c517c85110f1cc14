/**
 * The columns and tables that `svc dev` kept for removed fields and collections stay where they are when
 * others are renamed.
 */

import { SchemaError } from '../../schema/schema-error.js';
import type { OrphanedField, OrphanedParts, SchemaRecord } from '../../schema/schema-record.js';
import type { StorageSchema, TableSchema } from '../../schema/storage-schema.js';
import type { MigrationDraft } from '../plan/draft-migration.js';

/**
 * Returns the record of orphaned columns and tables, once the collections of `renamed` (former owner by new
 * one) have their new tables.
 *
 * @throws SchemaError when the new schema needs the name of a kept table or column.
 */
export function leftAfterCarrying(
  { schema: before, left }: SchemaRecord,
  after: StorageSchema,
  renamed: MigrationDraft['renamedCollections'],
): OrphanedParts {
  const wanted = new Map(after.tables.map((table) => [table.name, table]));
  const fields = left.fields.map((one) => ({ ...one, table: tableNow(one, before, { after, renamed }) }));
  const inTheWay = [
    ...left.tables.filter(({ name }) => wanted.has(name)).map(({ owner }) => owner),
    ...fields
      .filter(({ table, columns }) => sharesColumn(wanted.get(table), columns))
      .map(({ table, field }) => `${wanted.get(table)?.owner ?? table}.${field.path}`),
  ];
  if (inTheWay.length === 0) return { tables: left.tables, fields };
  throw new SchemaError(
    `"svc dev" does not rename and bring back in one change. It has kept values of ${[...new Set(inTheWay)].join(', ')}, which the ` +
      'config uses again. Make the two changes one after the other.',
  );
}

function tableNow(
  { table }: OrphanedField,
  before: StorageSchema,
  {
    after,
    renamed,
  }: { readonly after: StorageSchema; readonly renamed: MigrationDraft['renamedCollections'] },
): string {
  const old = before.tables.find(({ name }) => name === table);
  const now = after.tables.find(
    (one) => (renamed[one.owner] ?? one.owner) === old?.owner && sameRole(one, old),
  );
  return now?.name ?? table;
}

function sameRole(one: TableSchema, other: TableSchema | undefined): boolean {
  return one.kind === 'documents' && other?.kind === 'documents' && one.pending === other.pending;
}

function sharesColumn(table: TableSchema | undefined, columns: TableSchema['columns']): boolean {
  return columns.some(({ name }) => table?.columns.some((column) => column.name === name) ?? false);
}
