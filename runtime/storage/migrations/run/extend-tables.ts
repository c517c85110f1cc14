/** Runs a lossless change of the tables. */
import { quoteIdentifier, quoteIdentifiers } from '../../../query/sql/quote.js';
import { type Connection, UniqueViolation } from '../../driver.js';
import { SchemaError } from '../../schema/schema-error.js';
import type { ColumnSchema, IndexSchema, StorageSchema, TableSchema } from '../../schema/storage-schema.js';
import { undoable } from '../../undoable.js';
import { indexChanges, movedColumns } from '../plan/index-changes.js';
import type { MigrationDialect } from '../plan/migration-dialect.js';
import { bareTable, type Extension } from '../plan/plan-extension.js';
import type { LosslessChange, TableExtension } from '../plan/planned-change.js';
import type { PlannedStatement } from '../plan/planned-migration.js';
import { renderChanges } from '../plan/render-changes.js';
import { dropStaleDraftsSql, returningDrafts } from '../plan/stale-drafts.js';
import { extendDocuments } from '../plan/table-change.js';
import { changedTexts, fillTexts, unlistTexts } from '../plan/text-rows.js';

/**
 * Call it inside a {@link Driver.schemaChange}.
 *
 * @throws SchemaError when the rows do not allow a unique index or a required field.
 */
export async function extendTables(
  connection: Connection,
  { changes, names, left }: Extension,
  after: StorageSchema,
): Promise<void> {
  const { ddl, migration: dialect } = connection.dialect;
  const extensions = changes.flatMap((change) => (change.kind === 'extend table' ? [change] : []));
  const abandoned = changes.flatMap((change) => (change.kind === 'leave table' ? [change.table] : []));
  const indexes = extensions.map((one) => ({
    table: one.after,
    ...indexChanges(
      one,
      movedColumns(one, (name) => name),
    ),
  }));
  for (const { name } of [...indexes.flatMap(({ gone }) => gone), ...abandoned.flatMap((one) => one.indexes)])
    await connection.run(dialect.dropIndex(name), []);
  const renames = changes.flatMap((change) => (change.kind === 'rename table' ? [change] : []));
  const scope = { dialect, names, before: after, isOnline: false };
  for (const { sql } of renderChanges(renames, scope).statements) await connection.run(sql, []);
  await ddl.createTables(
    connection,
    changes.flatMap((change) => (change.kind === 'create table' ? [change.table] : [])),
  );
  for (const one of extensions) await extendColumns(connection, one, { dialect, names });
  for (const table of otherKeys(extensions, abandoned)) {
    const own = left.fields.filter((one) => one.table === table.name).flatMap(({ columns }) => columns);
    await ddl.replaceForeignKeys(connection, table, own);
  }
  for (const { table, made } of indexes) {
    for (const index of made) await createIndex(connection, table, index);
  }
  for (const drafts of returningDrafts(changes, after)) {
    for (const sql of dropStaleDraftsSql(drafts)) await connection.run(sql, []);
  }
  for (const { sql } of changes.flatMap((change) => textStatements(change, dialect)))
    await connection.run(sql, []);
  for (const one of extensions) await assertFilled(connection, one);
}

/** The rows of the rich texts that a table of references lists from now on, or no longer. */
function textStatements(change: LosslessChange, dialect: MigrationDialect): readonly PlannedStatement[] {
  if (change.kind === 'create table') {
    const { table, documents } = change;
    return documents === undefined ? [] : fillTexts({ table, documents, texts: table.texts ?? [] }, dialect);
  }
  if (change.kind !== 'extend table' || change.after.kind !== 'references') return [];
  const { after: table, documents, isBack } = change;
  const { listed, unlisted } = changedTexts(change);
  const texts = isBack ? (table.texts ?? []) : listed;
  return [
    ...unlistTexts(table, unlisted),
    ...fillTexts({ table, documents: documents.after, texts }, dialect),
  ];
}

type Scope = Parameters<typeof extendDocuments>[1];

async function extendColumns(connection: Connection, change: TableExtension, scope: Scope): Promise<void> {
  if (change.after.kind !== 'documents') return;
  const { statements, added } = extendDocuments(change, scope);
  try {
    for (const { sql } of statements) await connection.run(sql, []);
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    throw new SchemaError(
      `Documents of ${change.after.owner} would no longer be unique: fields that were empty get their default, and a unique ` +
        'index counts them then. Change these documents first, or leave the fields without "default".',
      { cause: error },
    );
  }
  // Otherwise all foreign keys of the table are created again.
  const keys = change.hasOtherKeys
    ? []
    : added.flatMap((column) => scope.dialect.foreignKey(change.after.name, column));
  for (const sql of keys) await connection.run(sql, []);
}

function otherKeys(
  extensions: readonly TableExtension[],
  abandoned: readonly TableSchema[],
): readonly TableSchema[] {
  const isBound = ({ kind, columns }: TableSchema): boolean =>
    kind === 'documents' && columns.some(({ references }: ColumnSchema) => references !== undefined);
  return [
    ...extensions.flatMap(({ hasOtherKeys, after }) => (hasOtherKeys ? [after] : [])),
    ...abandoned.filter(isBound).map(bareTable),
  ];
}

async function createIndex(connection: Connection, table: TableSchema, index: IndexSchema): Promise<void> {
  try {
    await undoable(connection, async () => {
      for (const sql of connection.dialect.migration.createIndex(table, index)) await connection.run(sql, []);
    });
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    throw new SchemaError(await describeDuplicate(connection, table, index), { cause: error });
  }
}

async function describeDuplicate(
  connection: Connection,
  { name, owner }: TableSchema,
  index: IndexSchema,
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

/** Published documents must have their required fields; a default has already filled them. */
async function assertFilled(connection: Connection, { after, fields }: TableExtension): Promise<void> {
  if (after.pending === true) return;
  for (const change of fields) {
    if (change.kind !== 'added') continue;
    const { path, columns, rules } = change.after;
    if (columns.length === 0 || rules?.required !== true || rules.default !== undefined) continue;
    const row = await connection.get(`SELECT count(*) AS "count" FROM ${quoteIdentifier(after.name)}`, []);
    const count = Number(row?.['count']);
    if (count === 0) continue;
    throw new SchemaError(
      `${after.owner}.${path} is new and required, but ${count === 1 ? '1 document is' : `${count} documents are`} without it: ` +
        'give it a default, or make it optional first.',
    );
  }
}
