import { encodeColumns } from '../../fields/columns.js';
import { quoteIdentifier, quoteIdentifiers } from '../../query/sql/quote.js';
import type { Connection, SqlValue } from '../../storage/driver.js';
import { runLater } from '../../storage/statements.js';
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../util/json.js';
import {
  type DocumentModel,
  type EntriesSlot,
  type FieldSlot,
  type StoredDocument,
  slotValue,
} from '../document-model.js';
import { createSearchWriter } from '../search/search-writer.js';
import { createReferenceWriter, type ListedReferences } from './reference-writer.js';

/**
 * Writes complete documents of one collection or global: row, entries, listed references, and the text of
 * the response.
 */
export interface DocumentWriter {
  /** Returns the text of the document. */
  insert(connection: Connection, document: StoredDocument, state?: PendingState): Promise<string>;
  /** Writes what differs from `before`. Returns the text of the document. */
  update(
    connection: Connection,
    document: StoredDocument,
    before: JsonObject,
    state?: PendingState,
  ): Promise<string>;
  /** Follows the deletion of rows: what the database does not remove with them. */
  removed(connection: Connection, ids: readonly string[]): Promise<void>;
  /** Writes the listed references again, whatever is stored: the row may have been changed by hand. */
  refer(connection: Connection, document: StoredDocument): Promise<void>;
}

/** The values of a draft's row in addition to its document. */
export interface PendingState {
  /** The document is published, too. */
  readonly isLive: boolean;
  /** Names of the fields that differ from it; none where nothing is published. */
  readonly fields: readonly string[];
}

const stateColumns = ['_live', '_fields'];

function stateValues(model: DocumentModel, state: PendingState | undefined): readonly SqlValue[] {
  if (!model.isPending) return [];
  if (state === undefined) throw new Error(`A row of ${model.table} must say what is pending.`);
  return [state.isLive ? 1 : 0, JSON.stringify(state.fields)];
}

export function createDocumentWriter(model: DocumentModel, listed: ListedReferences): DocumentWriter {
  const insertSql = insertStatement(model);
  const references = createReferenceWriter(model, listed);
  const search = createSearchWriter(model.descriptor);

  async function insert(
    connection: Connection,
    document: StoredDocument,
    state?: PendingState,
  ): Promise<string> {
    const text = JSON.stringify(document);
    // Entries come before their document: a trigger clears the text of a document whose entries change.
    for (const slot of model.entriesSlots) await insertEntries(connection, { slot, document });
    await runLater(connection, insertSql, [
      ...headValues(document),
      ...stateValues(model, state),
      ...columnValues(model.columnSlots, document),
      text,
    ]);
    await references?.write(connection, document, null);
    await search?.write(connection, document, null);
    return text;
  }

  async function update(
    connection: Connection,
    document: StoredDocument,
    before: JsonObject,
    state?: PendingState,
  ): Promise<string> {
    const text = JSON.stringify(document);
    for (const slot of model.entriesSlots) {
      if (sameValue(slot, document, before)) continue;
      if (await removeEntries(connection, { slot, document, before })) continue;
      await runLater(connection, `DELETE FROM ${quoteIdentifier(slot.table)} WHERE "parent" = ?`, [
        idOf(document),
      ]);
      await insertEntries(connection, { slot, document });
    }
    const changed = model.columnSlots.filter((slot) => !sameValue(slot, document, before));
    const values = [
      document['updatedAt'],
      document['_revision'],
      text,
      idOf(document),
    ] as readonly SqlValue[];
    await runLater(connection, updateStatement(model, changed), [
      ...columnValues(changed, document),
      ...stateValues(model, state),
      ...values,
    ]);
    await references?.write(connection, document, before);
    await search?.write(connection, document, before);
    return text;
  }

  return {
    insert,
    update,
    removed: async (connection, ids) => search?.remove(connection, ids),
    refer: async (connection, document) => references?.replace(connection, document),
  };
}

function insertStatement(model: DocumentModel): string {
  const columns = [
    ...['id', 'createdAt', 'updatedAt', '_revision'],
    ...(model.isPending ? stateColumns : []),
    ...model.columnSlots.flatMap((slot) => slot.columns),
    '_doc',
  ];
  return `INSERT INTO ${quoteIdentifier(model.table)} (${quoteIdentifiers(columns)}) VALUES (${columns.map(() => '?').join(', ')})`;
}

/** Names changed columns only: an index is not touched if none of its columns is named. */
function updateStatement(model: DocumentModel, changed: readonly FieldSlot[]): string {
  const columns = [
    ...changed.flatMap((slot) => slot.columns),
    ...(model.isPending ? stateColumns : []),
    ...['updatedAt', '_revision', '_doc'],
  ];
  return `UPDATE ${quoteIdentifier(model.table)} SET ${columns.map((column) => `${quoteIdentifier(column)} = ?`).join(', ')} WHERE "id" = ?`;
}

function headValues(document: StoredDocument): readonly SqlValue[] {
  return [
    document['id'],
    document['createdAt'],
    document['updatedAt'],
    document['_revision'],
  ] as readonly SqlValue[];
}

function columnValues(slots: readonly FieldSlot[], document: StoredDocument): readonly SqlValue[] {
  const values: SqlValue[] = [];
  for (const slot of slots) values.push(...encodeColumns(slot.field, slotValue(document, slot)));
  return values;
}

function idOf(document: StoredDocument): string {
  return String(document['id']);
}

function sameValue(slot: FieldSlot, document: JsonObject, before: JsonObject): boolean {
  return sameJson(slotValue(document, slot), slotValue(before, slot));
}

/**
 * Compares values built by the service: their keys are in the order of the config, so that equal values have
 * equal texts.
 */
export function sameJson(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  return JSON.stringify(a) === JSON.stringify(b);
}

async function insertEntries(
  connection: Connection,
  { slot, document }: { readonly slot: EntriesSlot; readonly document: StoredDocument },
): Promise<void> {
  const entries = slotValue(document, slot);
  if (!Array.isArray(entries) || entries.length === 0) return;
  const dialect = connection.dialect.sql;
  const table = quoteIdentifier(slot.table);
  const sql = slot.field.polymorphic
    ? `INSERT INTO ${table} ("parent", "position", "collection", "target") ` +
      `SELECT ?, e."key", e."value" ->> 'collection', e."value" ->> 'id' FROM ${dialect.listedJson('e')}`
    : `INSERT INTO ${table} ("parent", "position", "target") SELECT ?, e."key", e."value" FROM ${dialect.listedTexts('e')}`;
  await runLater(connection, sql, [idOf(document), JSON.stringify(entries)]);
}

/**
 * Removes the entries of a list that has only become shorter, and returns whether that is all. Deletions of
 * many documents which one list names would otherwise write the whole list for each. The positions of the
 * others keep their order.
 */
async function removeEntries(
  connection: Connection,
  {
    slot,
    document,
    before,
  }: { readonly slot: EntriesSlot; readonly document: StoredDocument; readonly before: JsonObject },
): Promise<boolean> {
  const [old, left] = [textsOf(slotValue(before, slot)), textsOf(slotValue(document, slot))];
  if (left.length === 0 || left.length >= old.length) return false;
  const kept = new Set(left);
  if (old.filter((text) => kept.has(text)).join() !== left.join()) return false;
  const isAmong = connection.dialect.sql.isAmong(
    slot.field.polymorphic ? `"collection" || '/' || "target"` : '"target"',
    'text',
  );
  const sql = `DELETE FROM ${quoteIdentifier(slot.table)} WHERE "parent" = ? AND ${isAmong}`;
  const removed = old.filter((text) => !kept.has(text));
  await runLater(connection, sql, [idOf(document), JSON.stringify(removed)]);
  return true;
}

/** The entries of a list of relations: ids, or with several targets `<collection>/<id>`. */
function textsOf(value: JsonValue): readonly string[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly JsonValue[]).map((entry) =>
    isJsonObject(entry)
      ? `${String(ownValue(entry, 'collection'))}/${String(ownValue(entry, 'id'))}`
      : String(entry),
  );
}
