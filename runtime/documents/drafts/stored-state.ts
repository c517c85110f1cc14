import type { FieldDescriptor } from '../../codegen/descriptors.js';
import { pendingTable } from '../../codegen/pending-descriptor.js';
import { isStored } from '../../fields/writable.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Connection, Row } from '../../storage/driver.js';
import { runLater } from '../../storage/statements.js';
import type { JsonObject } from '../../util/json.js';
import type { StoredDocument } from '../document-model.js';
import type { DocumentState, PendingDraft, WrittenTexts } from '../document-state.js';
import type { DocumentType } from '../document-type.js';
import { documentsOfRows, findAllStored, findStored } from '../read/find-stored.js';
import { selectTexts } from '../read/load-outgoing.js';
import { rebuildDocuments } from '../stored-document.js';
import { sameJson } from '../write/write-statements.js';

/** Finds both views of a document. */
export type FindState = (
  connection: Connection,
  type: DocumentType,
  id: string,
) => Promise<DocumentState | null>;

/**
 * Both views of a document; null where it does not exist. One statement looks at both tables: between two
 * statements the document may move from one to the other. Without a pending draft this costs one more lookup,
 * in an empty page.
 */
export const findState: FindState = async (connection, type, id) => {
  if (type.pending === null) {
    const published = await findStored(connection, { model: type.model, id });
    return published === null ? null : { published, pending: null };
  }
  const { table } = type.model;
  const row = await connection.get(
    `SELECT r0."id" AS "published", r0."_doc", p."id" AS "pending", p."_doc" AS "draft", p."_fields" ` +
      `FROM (SELECT CAST(? AS TEXT) AS "id") i LEFT JOIN ${quoteIdentifier(table)} r0 ON r0."id" = i."id" ` +
      `LEFT JOIN ${quoteIdentifier(pendingTable(table))} p ON p."id" = i."id"`,
    [id],
  );
  if (row === undefined || (row['published'] === null && row['pending'] === null)) return null;
  return {
    published:
      row['published'] === null ? null : await documentOf(connection, { type, id, text: row['_doc'] }),
    pending: row['pending'] === null ? null : await draftOf(connection, { pending: type.pending, id, row }),
  };
};

async function draftOf(
  connection: Connection,
  { pending, id, row }: { readonly pending: DocumentType; readonly id: string; readonly row: Row },
): Promise<PendingDraft> {
  return {
    document: await documentOf(connection, { type: pending, id, text: row['draft'] }),
    fields: fieldsOf(row),
  };
}

/** Names of the pending fields in the row of a draft. */
export function fieldsOf(row: Row): readonly string[] {
  return JSON.parse(String(row['_fields'])) as readonly string[];
}

async function documentOf(
  connection: Connection,
  {
    type: { model },
    id,
    text,
  }: { readonly type: DocumentType; readonly id: string; readonly text: Row[string] | undefined },
): Promise<StoredDocument> {
  if (typeof text === 'string') return JSON.parse(text) as StoredDocument;
  const rebuilt = (await rebuildDocuments(connection, model, [id])).get(id);
  if (rebuilt !== undefined) return rebuilt;
  throw new Error(`A row of ${model.name} went while it was read.`);
}

/**
 * Both views of the documents with these ids that exist, in any order. One statement looks at both tables:
 * between two statements a document may move from one to the other.
 */
export async function findStates(
  connection: Connection,
  { type, ids }: { readonly type: DocumentType; readonly ids: readonly string[] },
): Promise<readonly DocumentState[]> {
  if (type.pending === null) {
    const published = await findAllStored(connection, { model: type.model, ids });
    return published.map((document) => ({ published: document, pending: null }));
  }
  const rows = await readBothTables(connection, { type, ids });
  const published = await documentsOfRows(connection, { model: type.model, rows: rows.published });
  const drafts = await documentsOfRows(connection, { model: type.pending.model, rows: rows.pending });
  const waiting = new Map(rows.pending.map((row) => [String(row['id']), fieldsOf(row)]));
  return [...new Set([...published.keys(), ...drafts.keys()])].map((id) => {
    const document = drafts.get(id);
    const pending = document === undefined ? null : { document, fields: waiting.get(id) ?? [] };
    return { published: published.get(id) ?? null, pending };
  });
}

interface RowsOfTables {
  readonly published: readonly Row[];
  readonly pending: readonly Row[];
}

async function readBothTables(
  connection: Connection,
  {
    type: {
      model: { table },
    },
    ids,
  }: { readonly type: DocumentType; readonly ids: readonly string[] },
): Promise<RowsOfTables> {
  const dialect = connection.dialect.sql;
  const list = JSON.stringify(ids);
  const rows = await connection.all(
    `${selectTexts(table, dialect, `, 0 AS "pending", '[]' AS "_fields"`)} UNION ALL ` +
      selectTexts(pendingTable(table), dialect, ', 1, CAST(r0."_fields" AS TEXT)'),
    [list, list],
  );
  return {
    published: rows.filter((row) => row['pending'] === 0),
    pending: rows.filter((row) => row['pending'] === 1),
  };
}

/**
 * A draft over what is published. The fields in which they differ are pending. Fields written to the draft
 * (`named`) that not every requester may read are pending whatever their value: otherwise the state of the
 * draft would tell a requester who writes a guess whether it is right.
 */
export function withDifferences(
  type: DocumentType,
  {
    published,
    document,
    named = [],
  }: {
    readonly published: JsonObject;
    readonly document: StoredDocument;
    readonly named?: readonly string[];
  },
): PendingDraft {
  const waits = (field: FieldDescriptor): boolean =>
    (type.restricted.has(field.name) && named.includes(field.name)) ||
    !sameJson(published[field.name] ?? null, document[field.name] ?? null);
  const { fields } = type.model.descriptor;
  return {
    document,
    fields: fields.flatMap((field) => (isStored(field) && waits(field) ? [field.name] : [])),
  };
}

/** A document of a collection or global before and after a write. */
export interface StateChange {
  readonly type: DocumentType;
  readonly before: DocumentState;
  readonly after: DocumentState;
}

/**
 * Brings the rows of a document from one state to another. Documents that are the same objects are not
 * written.
 */
export async function storeState(
  connection: Connection,
  { type, before, after }: StateChange,
): Promise<WrittenTexts> {
  const texts = new Map<StoredDocument, string>();
  const { published, pending } = after;
  await type.unique?.check(connection, before, after);
  if (published === null) await removeRow(connection, { type, document: before.published });
  else if (published !== before.published) {
    texts.set(published, await putRow(connection, { type, document: published, before: before.published }));
  }
  if (type.pending === null) return texts;
  if (pending === null)
    await removeRow(connection, { type: type.pending, document: before.pending?.document ?? null });
  else if (pending !== before.pending) {
    const state = { isLive: published !== null, fields: pending.fields };
    const old = before.pending?.document ?? null;
    texts.set(
      pending.document,
      await putRow(connection, { type: type.pending, document: pending.document, before: old, state }),
    );
  }
  return texts;
}

function putRow(
  connection: Connection,
  {
    type: { writer },
    document,
    before,
    state,
  }: {
    readonly type: DocumentType;
    readonly document: StoredDocument;
    readonly before: StoredDocument | null;
    readonly state?: Parameters<DocumentType['writer']['insert']>[2];
  },
): Promise<string> {
  return before === null
    ? writer.insert(connection, document, state)
    : writer.update(connection, document, before, state);
}

async function removeRow(
  connection: Connection,
  {
    type: { model, writer },
    document,
  }: { readonly type: DocumentType; readonly document: StoredDocument | null },
): Promise<void> {
  if (document === null) return;
  const id = String(document['id']);
  await runLater(connection, `DELETE FROM ${quoteIdentifier(model.table)} WHERE "id" = ?`, [id]);
  await writer.removed(connection, [id]);
}
