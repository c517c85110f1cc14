import { decodeColumns } from '../fields/columns.js';
import { isStored } from '../fields/writable.js';
import { quoteIdentifier, quoteIdentifiers } from '../query/sql/quote.js';
import type { SqlDialect } from '../query/sql/sql-dialect.js';
import type { Connection, Row } from '../storage/driver.js';
import type { JsonObject, JsonValue } from '../util/json.js';
import type { DocumentModel, EntriesSlot, FieldSlot, StoredDocument } from './document-model.js';
import { completeRows } from './write/complete-rows.js';

/** The built-in values of a document. */
export interface DocumentHead {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly revision: number;
  /** Default `published`. Ignored where drafts are disabled. */
  readonly status?: 'draft' | 'published';
}

/**
 * The document as it is returned at depth 0: built-in keys first, then the fields in the order of the config.
 */
export function assembleDocument(
  model: DocumentModel,
  head: DocumentHead,
  fields: JsonObject,
): StoredDocument {
  const { id, createdAt, updatedAt, revision, status = 'published' } = head;
  const document: StoredDocument = model.descriptor.drafts
    ? { id, createdAt, updatedAt, _status: status, _revision: revision, ...fields }
    : { id, createdAt, updatedAt, _revision: revision, ...fields };
  return model.completeFile === undefined ? document : model.completeFile(document);
}

/**
 * Builds documents from their columns and entries: for rows without a stored text, and to test that the text
 * is right. Returns the documents that exist, by id, with one query for the rows and one for each `hasMany`
 * relation.
 */
export async function rebuildDocuments(
  connection: Connection,
  model: DocumentModel,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredDocument>> {
  const list = JSON.stringify(ids);
  const rows = await connection.all(selectRows(model, connection.dialect.sql), [list]);
  const entries = await Promise.all(model.entriesSlots.map((slot) => readEntries(connection, slot, list)));
  const documents = new Map<string, StoredDocument>();
  for (const row of rows) {
    const head: DocumentHead = {
      id: String(row['id']),
      createdAt: String(row['createdAt']),
      updatedAt: String(row['updatedAt']),
      revision: Number(row['_revision']),
      // Of a pending row: whether the document is published as well.
      status: row['_live'] === 0 ? 'draft' : 'published',
    };
    const values = new Map<FieldSlot, JsonValue>();
    for (const slot of model.columnSlots)
      values.set(slot, completeRows(slot.field, decodeColumns(slot.field, row)));
    model.entriesSlots.forEach((slot, position) => {
      values.set(slot, entries[position]?.get(head.id) ?? []);
    });
    documents.set(head.id, assembleDocument(model, head, nest(model, values)));
  }
  return documents;
}

function selectRows(model: DocumentModel, dialect: SqlDialect): string {
  const columns = [
    'id',
    'createdAt',
    'updatedAt',
    '_revision',
    ...(model.isPending ? ['_live'] : []),
    ...model.columnSlots.flatMap((slot) => slot.columns),
  ];
  return (
    `SELECT ${quoteIdentifiers(columns)} FROM ${quoteIdentifier(model.table)} ` +
    `WHERE ${dialect.isAmong('"id"', 'text')}`
  );
}

async function readEntries(
  connection: Connection,
  slot: EntriesSlot,
  ids: string,
): Promise<ReadonlyMap<string, readonly JsonValue[]>> {
  const collection = slot.field.polymorphic ? ', "collection"' : '';
  const rows = await connection.all(
    `SELECT "parent", "target"${collection} FROM ${quoteIdentifier(slot.table)} ` +
      `WHERE ${connection.dialect.sql.isAmong('"parent"', 'text')} ORDER BY "parent", "position"`,
    [ids],
  );
  const byParent = new Map<string, JsonValue[]>();
  for (const row of rows) {
    const parent = String(row['parent']);
    const list = byParent.get(parent);
    if (list === undefined) byParent.set(parent, [entryValue(slot, row)]);
    else list.push(entryValue(slot, row));
  }
  return byParent;
}

function entryValue(slot: EntriesSlot, row: Row): JsonValue {
  const id = String(row['target']);
  return slot.field.polymorphic ? { collection: String(row['collection']), id } : id;
}

/** Puts values into their groups, in the order of the config. */
function nest(model: DocumentModel, values: ReadonlyMap<FieldSlot, JsonValue>): JsonObject {
  const bySlotPath = new Map(
    [...values].map(([slot, value]) => [[...slot.groups, slot.field.name].join('.'), value]),
  );
  return nestFields(model.descriptor.fields, '', bySlotPath);
}

function nestFields(
  fields: DocumentModel['descriptor']['fields'],
  prefix: string,
  values: ReadonlyMap<string, JsonValue>,
): Record<string, JsonValue> {
  const nested: Record<string, JsonValue> = {};
  for (const field of fields) {
    const path = `${prefix}${field.name}`;
    if (field.type === 'group') nested[field.name] = nestFields(field.fields, `${path}.`, values);
    else if (isStored(field)) nested[field.name] = values.get(path) ?? null;
  }
  return nested;
}
