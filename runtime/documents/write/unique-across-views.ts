import type { IndexDescriptor } from '../../codegen/descriptors.js';
import { pendingTable } from '../../codegen/pending-descriptor.js';
import { encodeColumns } from '../../fields/columns.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import { type Connection, type SqlValue, UniqueViolation } from '../../storage/driver.js';
import { lockName } from '../../storage/locks.js';
import { type DocumentModel, type FieldSlot, type StoredDocument, slotValue } from '../document-model.js';
import type { DocumentState } from '../document-state.js';
import { sameJson } from './write-statements.js';

/**
 * Keeps values unique across published documents and drafts: each table has its unique indexes, but a draft
 * must not use a value of another published document, nor the reverse.
 */
export interface UniqueCheck {
  /** @throws UniqueViolation */
  check(connection: Connection, before: DocumentState, after: DocumentState): Promise<void>;
}

interface UniqueIndex {
  readonly columns: readonly string[];
  /** The field of each column; null for one without a field. */
  readonly slots: readonly (FieldSlot | null)[];
  readonly inPublished: string;
  /** For users, who have no drafts: the same table as in `inPublished`. */
  readonly inPending: string;
}

/** Null where there is nothing to check. */
export function createUniqueCheck(model: DocumentModel): UniqueCheck | null {
  const indexes = uniqueIndexes(model);
  if (indexes.length === 0) return null;
  return {
    async check(connection, before, after) {
      for (const index of indexes) {
        if (
          after.published !== null &&
          changes(index, { document: after.published, before: before.published })
        ) {
          await refuseTaken(connection, { model, index, document: after.published, sql: index.inPending });
        }
        const draft = after.pending?.document ?? null;
        if (
          draft !== null &&
          changes(index, { document: draft, before: before.pending?.document ?? before.published })
        ) {
          await refuseTaken(connection, { model, index, document: draft, sql: index.inPublished });
        }
      }
    },
  };
}

function uniqueIndexes(model: DocumentModel): readonly UniqueIndex[] {
  const { descriptor } = model;
  if (descriptor.kind === 'global') return [];
  const isUsers = descriptor.builtIn === 'users';
  if (!isUsers && (!descriptor.drafts || model.isPending)) return [];
  const unique = descriptor.indexes.filter(
    // The conflict of another value must not tell a requester who registers whether the address is in use. So
    // the address has to be checked first, and databases check their indexes in an order of their own.
    (index) => index.unique === true && !(isUsers && index.columns.join() === 'email'),
  );
  const other = isUsers ? model.table : pendingTable(model.table);
  return unique.map((index) => uniqueIndex(model, { index, other })).filter((index) => !isSlug(index));
}

function uniqueIndex(
  { columnSlots, table }: DocumentModel,
  { index: { columns }, other }: { readonly index: IndexDescriptor; readonly other: string },
): UniqueIndex {
  const equal = columns.map((column) => `${quoteIdentifier(column)} = ?`).join(' AND ');
  const sql = (name: string): string =>
    `SELECT 1 AS found FROM ${quoteIdentifier(name)} WHERE ${equal} AND "id" <> ? LIMIT 1`;
  return {
    columns,
    slots: columns.map((column) => columnSlots.find((slot) => slot.columns.includes(column)) ?? null),
    inPublished: sql(table),
    inPending: sql(other),
  };
}

/** A slug that is already in use gets a suffix instead. */
function isSlug({ slots }: UniqueIndex): boolean {
  return slots.length === 1 && slots[0]?.field.type === 'slug';
}

function changes(
  { slots }: UniqueIndex,
  { document, before }: { readonly document: StoredDocument; readonly before: StoredDocument | null },
): boolean {
  return (
    before === null ||
    slots.some((slot) => slot !== null && !sameJson(slotValue(document, slot), slotValue(before, slot)))
  );
}

async function refuseTaken(
  connection: Connection,
  {
    model: { table },
    index: { columns, slots },
    document,
    sql,
  }: {
    readonly model: DocumentModel;
    readonly index: UniqueIndex;
    readonly document: StoredDocument;
    readonly sql: string;
  },
): Promise<void> {
  const values = columns.map((column, position): SqlValue => {
    const slot = slots[position];
    if (slot === null || slot === undefined) return (document[column] ?? null) as SqlValue;
    return encodeColumns(slot.field, slotValue(document, slot))[slot.columns.indexOf(column)] ?? null;
  });
  // As in an index, an empty value equals no other.
  if (values.includes(null)) return;
  await lockName(connection, JSON.stringify(['unique', table, columns, values]));
  if ((await connection.get(sql, [...values, String(document['id'])])) === undefined) return;
  throw new UniqueViolation(columns.map((column) => `${table}.${column}`));
}
