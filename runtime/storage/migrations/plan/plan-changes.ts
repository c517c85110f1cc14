import type { TableSchema } from '../../schema/storage-schema.js';
import type { FieldChange } from './field-changes.js';
import type { OwnerMatch, SchemaMatch } from './match-schemas.js';
import type { PlannedChange, TableChange, TableCreation, TablePair, TableRename } from './planned-change.js';

/** Plans every change between two schemas; for each collection and global in the order in which they run. */
export function planChanges({ owners }: SchemaMatch): readonly PlannedChange[] {
  return owners.flatMap(changesOfOwner);
}

function changesOfOwner(owner: OwnerMatch): readonly PlannedChange[] {
  const { before, after } = owner;
  if (before === null) return (after?.tables ?? []).map((table) => created(table, true));
  if (after === null) return dropped(before.tables, true);
  const { changes, added, gone } = matchTables(owner);
  return [
    ...changes.flatMap(renamed),
    ...added.map((table) => createdBeside(table, owner)),
    ...changes,
    ...dropped(gone, false),
  ];
}

export interface TableMatches {
  readonly changes: readonly TableChange[];
  readonly added: readonly TableSchema[];
  readonly gone: readonly TableSchema[];
}

/** Matches the tables of an owner that exists in both schemas. */
export function matchTables(owner: OwnerMatch): TableMatches {
  const changes = changedTables(owner);
  const former = new Set(changes.map(({ before }) => before.name));
  const now = new Set(changes.map(({ after }) => after.name));
  return {
    changes,
    added: owner.after?.tables.filter(({ name }) => !now.has(name)) ?? [],
    gone: owner.before?.tables.filter(({ name }) => !former.has(name)) ?? [],
  };
}

/** Returns the rename of a table that has another name. */
export function renamed({ before, after }: TablePair): readonly TableRename[] {
  return before.name === after.name ? [] : [{ kind: 'rename table', before, after }];
}

/** The creation of a table of an owner that exists in both schemas. */
export function createdBeside(table: TableSchema, { before, after }: OwnerMatch): TableCreation {
  const documents = after?.tables.find((one) => one.kind === 'documents' && isReferencesOf(table, one));
  const isThere = documents !== undefined && (documents.pending !== true || before?.pending != null);
  return { kind: 'create table', table, isOwnerNew: false, ...(isThere && { documents }) };
}

function created(table: TableSchema, isOwnerNew: boolean): PlannedChange {
  return { kind: 'create table', table, isOwnerNew };
}

/** Drops tables of entries before those of their documents. */
function dropped(tables: readonly TableSchema[], isOwnerGone: boolean): readonly PlannedChange[] {
  return [...tables].reverse().map((table) => ({ kind: 'drop table', table, isOwnerGone }));
}

function changedTables({ before, after, fields, pendingFields }: OwnerMatch): readonly TableChange[] {
  if (before === null || after === null) return [];
  const documents = { before: before.documents, after: after.documents };
  const views = [{ ...documents, changes: fields }];
  if (before.pending && after.pending)
    views.push({ before: before.pending, after: after.pending, changes: pendingFields });
  const tables = { before: before.tables, after: after.tables };
  return [
    ...views.flatMap((view) =>
      [view, ...dependentTables(view, tables)].map(
        (pair): TableChange => ({ ...changeOf(pair), fields: view.changes, documents: view }),
      ),
    ),
    ...[...pairOf(before.versions, after.versions), ...pairOf(before.trash, after.trash)].map(
      (pair): TableChange => ({ ...changeOf(pair), fields, documents }),
    ),
  ];
}

function changeOf({ before, after }: TablePair): Pick<TableChange, 'kind' | 'before' | 'after'> {
  return { kind: 'change table', before, after };
}

interface View extends TablePair {
  readonly changes: readonly FieldChange[];
}

interface AllTables {
  readonly before: readonly TableSchema[];
  readonly after: readonly TableSchema[];
}

/** Matches the tables of entries and of references that belong to a table of documents. */
function dependentTables(view: View, tables: AllTables): readonly TablePair[] {
  const entries = view.changes.flatMap((change): readonly TablePair[] => {
    if (change.kind !== 'kept' && change.kind !== 'pointed elsewhere') return [];
    return pairOf(
      tables.before.find(({ name }) => name === change.before.table),
      tables.after.find(({ name }) => name === change.after.table),
    );
  });
  const references = pairOf(
    tables.before.find((table) => isReferencesOf(table, view.before)),
    tables.after.find((table) => isReferencesOf(table, view.after)),
  );
  return [...entries, ...references];
}

function pairOf(
  before: TableSchema | null | undefined,
  after: TableSchema | null | undefined,
): readonly TablePair[] {
  return before && after ? [{ before, after }] : [];
}

function isReferencesOf(table: TableSchema, documents: TableSchema): boolean {
  return table.kind === 'references' && table.name.startsWith(`${documents.name}__refs`);
}
