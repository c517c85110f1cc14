/** The lossless policy: what a new config adds is added, and what it no longer has is left behind. */
import type { Renames } from '../../../codegen/describe-renames.js';
import type { OrphanedField, OrphanedParts, SchemaRecord } from '../../schema/schema-record.js';
import type { ColumnSchema, FieldSchema, StorageSchema, TableSchema } from '../../schema/storage-schema.js';
import type { FieldChange } from './field-changes.js';
import { matchSchemas, type OwnerMatch } from './match-schemas.js';
import { createdBeside, matchTables, renamed } from './plan-changes.js';
import type { LosslessChange, TableChange, TableExtension } from './planned-change.js';
import { nameTables, type TableNames } from './table-names.js';

export interface Extension {
  readonly changes: readonly LosslessChange[];
  readonly names: TableNames;
  /** What would lose or misread values: `posts.views was text and is now number`. */
  readonly conflicts: readonly string[];
  /** What is left behind afterwards. */
  readonly left: OrphanedParts;
}

const noRenames: Renames = { owners: new Map(), fields: new Map() };

/** Plans the extension of a database to a wanted schema. */
export function planExtension(record: Omit<SchemaRecord, 'mark'>, after: StorageSchema): Extension {
  const returned = returnedFields(record.left, after);
  const match = matchSchemas(presentSchema(record, { returned, after }), after, noRenames);
  const parts = match.owners.map((owner) => extendOwner(owner, { left: record.left, returned }));
  const changes = parts.flatMap((part) => part.changes);
  return {
    changes,
    names: nameTables(match),
    conflicts: [...parts.flatMap((part) => part.conflicts), ...blockedTables(changes, record.left)],
    left: leftAfter(record.left, changes),
  };
}

/** Fields that were left behind, and are wanted again with the same kind of values. */
function returnedFields(left: OrphanedParts, after: StorageSchema): readonly OrphanedField[] {
  const wanted = new Map(after.tables.map((table) => [table.name, table]));
  return left.fields.filter(({ table, field }) =>
    wanted
      .get(table)
      ?.fields.some(
        (one) => one.path === field.path && one.kind === field.kind && hasStorage(one, one.columns),
      ),
  );
}

/** The recorded schema with the orphaned tables and columns that are wanted again. */
function presentSchema(
  { schema, left }: Omit<SchemaRecord, 'mark'>,
  { returned, after }: { readonly returned: readonly OrphanedField[]; readonly after: StorageSchema },
): StorageSchema {
  const names = new Set([
    ...after.tables.map(({ name }) => name),
    ...returned.map(({ field }) => field.table),
  ]);
  const tables = [...schema.tables, ...left.tables.filter(({ name }) => names.has(name))];
  const owners = new Set(
    tables.flatMap((table) => (table.kind === 'documents' && table.pending !== true ? [table.owner] : [])),
  );
  const own = tables.filter(({ owner }) => owners.has(owner));
  return {
    version: 1,
    tables: own.map((table) => {
      const back = returned.filter((one) => one.table === table.name);
      return {
        ...table,
        columns: [...table.columns, ...back.flatMap(({ columns }) => columns)],
        fields: [...table.fields, ...back.map(({ field }) => field)],
      };
    }),
  };
}

interface Orphans {
  readonly left: OrphanedParts;
  readonly returned: readonly OrphanedField[];
}

interface OwnerExtension {
  readonly changes: readonly LosslessChange[];
  readonly conflicts: readonly string[];
}

function extendOwner(owner: OwnerMatch, orphans: Orphans): OwnerExtension {
  const { before, after } = owner;
  if (before === null)
    return { changes: (after?.tables ?? []).map((table) => created(table, true)), conflicts: [] };
  if (after === null) return { changes: before.tables.map(leave), conflicts: [] };
  const { changes, added, gone } = matchTables(owner);
  const extensions = changes.map((change) => extendTable(change, orphans));
  return {
    changes: [
      ...changes.flatMap(renamed),
      ...added.map((table) => createdBeside(table, owner)),
      ...extensions,
      ...gone.map(leave),
    ],
    conflicts: changes.flatMap((change, position) =>
      conflictsOf(change, [
        ...orphans.left.fields.filter((one) => !orphans.returned.includes(one)),
        ...(extensions[position]?.left ?? []),
      ]),
    ),
  };
}

function created(table: TableSchema, isOwnerNew: boolean): LosslessChange {
  return { kind: 'create table', table, isOwnerNew };
}

function leave(table: TableSchema): LosslessChange {
  return { kind: 'leave table', table };
}

function extendTable(
  { before, after, fields, documents }: TableChange,
  { left, returned }: Orphans,
): TableExtension {
  const own = after.kind === 'documents' ? fields : [];
  const kept = own.flatMap((change): readonly FieldChange[] => {
    if (change.kind === 'added') return [change];
    return change.kind === 'dropped' ? [] : [{ kind: 'kept', before: change.before, after: change.after }];
  });
  return {
    kind: 'extend table',
    documents,
    before,
    after,
    isBack: left.tables.some(({ name }) => name === before.name),
    fields: kept,
    returned: returned.filter(({ table }) => table === after.name),
    left: own.flatMap((change) => (change.kind === 'dropped' ? [leftField(change.before, before)] : [])),
    hasOtherKeys: hasOtherKeys({ before, after }, kept),
  };
}

function leftField(field: FieldSchema, { name, columns }: TableSchema): OrphanedField {
  const own = columns.filter((column) => field.columns.includes(column.name));
  return { table: name, field, columns: own.map(withoutReference) };
}

/** Whether values of a removed field stay in the database. */
export function staysBehind({ field, columns }: OrphanedField): boolean {
  return hasStorage(field, columns);
}

function hasStorage({ table }: FieldSchema, columns: readonly unknown[]): boolean {
  return columns.length > 0 || table !== undefined;
}

function hasOtherKeys(
  { before, after }: Pick<TableExtension, 'before' | 'after'>,
  kept: readonly FieldChange[],
): boolean {
  const names = new Map(
    kept.flatMap((change) =>
      change.kind === 'kept'
        ? change.before.columns.map((name, position) => [name, change.after.columns[position]] as const)
        : [],
    ),
  );
  return before.columns.some((column) => {
    const now = after.columns.find(({ name }) => name === (names.get(column.name) ?? column.name));
    return referenceText(column) !== (now === undefined ? '' : referenceText(now));
  });
}

function conflictsOf(
  { before, after, fields }: TableChange,
  left: readonly OrphanedField[],
): readonly string[] {
  // Pending drafts change with the published documents.
  if (after.kind !== 'documents' || after.pending === true) return [];
  const name = (field: FieldSchema): string => `${after.owner}.${field.path}`;
  return [
    ...fields.flatMap((change) =>
      change.kind === 'added' || change.kind === 'dropped' || change.before.kind === change.after.kind
        ? []
        : [`${name(change.after)} was ${change.before.kind} and is now ${change.after.kind}`],
    ),
    ...fields.flatMap((change) =>
      change.kind === 'added' || (change.kind === 'kept' && isMoved(change))
        ? left
            .filter((one) => one.table === before.name && sharesStorage(one, change.after))
            .map(
              (one) =>
                `${name(change.after)}: ${storageName(one)} of the removed field ${name(one.field)} (${one.field.kind}) is in its way`,
            )
        : [],
    ),
  ];
}

/** A table that is left behind may have the name of a new one. */
function blockedTables(changes: readonly LosslessChange[], left: OrphanedParts): readonly string[] {
  return changes.flatMap((change) => {
    if (change.kind !== 'create table') return [];
    const { name, owner } = change.table;
    const other = left.tables.find((table) => table.name === name);
    const isReported = left.fields.some(({ field }) => field.table === name);
    return other === undefined || isReported
      ? []
      : [`${owner}: the table ${name} of the removed ${other.owner} is in its way`];
  });
}

function leftAfter(left: OrphanedParts, changes: readonly LosslessChange[]): OrphanedParts {
  const extended = changes.flatMap((change) => (change.kind === 'extend table' ? [change] : []));
  const back = new Set(extended.map(({ before }) => before.name));
  const returned = new Set(extended.flatMap((change) => change.returned));
  return {
    tables: [
      ...left.tables.filter(({ name }) => !back.has(name)),
      ...changes.flatMap((change) => (change.kind === 'leave table' ? [bareTable(change.table)] : [])),
    ],
    fields: [
      ...left.fields.filter((one) => !returned.has(one)),
      ...extended.flatMap((change) => change.left.filter(staysBehind)),
    ],
  };
}

/**
 * A table without indexes, which would still be updated, and without foreign keys of documents, which would
 * still forbid deletions.
 */
export function bareTable(table: TableSchema): TableSchema {
  const columns = table.kind === 'documents' ? table.columns.map(withoutReference) : table.columns;
  return { ...table, columns, indexes: [] };
}

/** The column of a field may change its name with the names of other fields. */
function isMoved({ before, after }: { readonly before: FieldSchema; readonly after: FieldSchema }): boolean {
  return before.columns.join() !== after.columns.join();
}

function sharesStorage(left: OrphanedField, field: FieldSchema): boolean {
  if (left.field.table !== undefined && left.field.table === field.table) return true;
  return left.columns.some((column) => field.columns.includes(column.name));
}

function storageName({ table, field, columns }: OrphanedField): string {
  if (field.table !== undefined) return `the table ${field.table}`;
  return `the column ${columns.map((column) => `${table}.${column.name}`).join(', ')}`;
}

function withoutReference(column: ColumnSchema): ColumnSchema {
  const { references: _, ...rest } = column;
  return rest;
}

function referenceText({ references }: ColumnSchema): string {
  return references ? `${references.table} ${references.onDelete}` : '';
}
