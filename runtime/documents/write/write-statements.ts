import { encodeColumns } from '../../fields/columns.js';
import { quoteIdentifier, quoteIdentifiers } from '../../query/sql/quote.js';
import type { Connection, SqlValue } from '../../storage/driver.js';
import { referencesTable } from '../../storage/schema/table-names.js';
import { runLater } from '../../storage/statements.js';
import type { JsonObject, JsonValue } from '../../util/json.js';
import {
  type DocumentModel,
  type EntriesSlot,
  type FieldSlot,
  type StoredDocument,
  slotValue,
} from '../document-model.js';
import { collectReferences, type ReferencePlan } from '../relations/reference-plan.js';
import { collectTextReferences, type TextPlan } from '../relations/text-references.js';
import { createSearchWriter } from '../search/search-writer.js';

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

/** The references that the table of references lists: those inside rows, and those of rich texts. */
export interface ListedReferences {
  readonly references: ReferencePlan;
  readonly texts: TextPlan;
}

export function createDocumentWriter(model: DocumentModel, listed: ListedReferences): DocumentWriter {
  const insertSql = insertStatement(model);
  const references =
    hasRowReferences(listed.references) || listed.texts.length > 0
      ? createReferenceWriter(model, listed)
      : null;
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

interface ReferenceWriter {
  replace(connection: Connection, document: StoredDocument): Promise<void>;
  write(connection: Connection, document: StoredDocument, before: JsonObject | null): Promise<void>;
}

/** Maintains the table of references. */
function createReferenceWriter(model: DocumentModel, listed: ListedReferences): ReferenceWriter {
  const table = quoteIdentifier(referencesTable(model.descriptor));
  const deleteSql = `DELETE FROM ${table} WHERE "parent" = ?`;
  const insertSql = (connection: Connection): string =>
    `INSERT INTO ${table} ("parent", "path", "collection", "target") ` +
    `SELECT ?, e."value" ->> 0, e."value" ->> 1, e."value" ->> 2 FROM ${connection.dialect.sql.listedJson('e')}`;

  async function write(
    connection: Connection,
    document: StoredDocument,
    before: JsonObject | null,
  ): Promise<void> {
    const references = referencesJson(listed, document);
    const old = before === null ? '[]' : referencesJson(listed, before);
    if (references === old) return;
    if (old !== '[]') await runLater(connection, deleteSql, [idOf(document)]);
    if (references !== '[]') await runLater(connection, insertSql(connection), [idOf(document), references]);
  }

  async function replace(connection: Connection, document: StoredDocument): Promise<void> {
    await runLater(connection, deleteSql, [idOf(document)]);
    await runLater(connection, insertSql(connection), [idOf(document), referencesJson(listed, document)]);
  }

  return { write, replace };
}

/** The distinct references, as JSON: `[[site, collection, id]]`. */
function referencesJson({ references, texts: plan }: ListedReferences, document: JsonObject): string {
  const found = [
    ...collectReferences(references, document).filter((reference) => reference.inRows),
    ...collectTextReferences(plan, document),
  ];
  const texts = found.map(({ site, collection, id }) => JSON.stringify([site, collection, id]));
  return `[${[...new Set(texts)].join(',')}]`;
}

function hasRowReferences(plan: ReferencePlan): boolean {
  return plan.some((node) => {
    if (node.kind === 'group') return hasRowReferences(node.nodes);
    return node.kind !== 'relation';
  });
}
