import { andCondition } from '../../query/compile/condition.js';
import type { WhereNode } from '../../query/plan.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Connection, Row } from '../../storage/driver.js';
import type { DocumentModel, StoredDocument } from '../document-model.js';
import { rebuildDocuments } from '../stored-document.js';
import { selectTexts } from './load-outgoing.js';

/** The document with this id; null when there is none, or none that meets `visible`. */
export async function findStored(
  connection: Connection,
  {
    model,
    id,
    visible = null,
  }: { readonly model: DocumentModel; readonly id: string; readonly visible?: WhereNode | null },
): Promise<StoredDocument | null> {
  const { sql, parameters } = andCondition(
    { dialect: connection.dialect.sql, document: model.descriptor },
    visible,
  );
  const row = await connection.get(
    `SELECT "_doc" FROM ${quoteIdentifier(model.table)} r0 WHERE r0."id" = ?${sql}`,
    [id, ...parameters],
  );
  if (row === undefined) return null;
  const text = row['_doc'];
  if (typeof text === 'string') return JSON.parse(text) as StoredDocument;
  return (await rebuildDocuments(connection, model, [id])).get(id) ?? null;
}

/** The documents with these ids that exist, in any order. */
export async function findAllStored(
  connection: Connection,
  { model, ids }: { readonly model: DocumentModel; readonly ids: readonly string[] },
): Promise<readonly StoredDocument[]> {
  if (ids.length === 0) return [];
  const rows = await connection.all(selectTexts(model.table, connection.dialect.sql), [JSON.stringify(ids)]);
  return [...(await documentsOfRows(connection, { model, rows })).values()];
}

/**
 * The documents of rows with `id` and `_doc`, by their ids; those whose text is missing are built from their
 * columns.
 */
export async function documentsOfRows(
  connection: Connection,
  { model, rows }: { readonly model: DocumentModel; readonly rows: readonly Row[] },
): Promise<ReadonlyMap<string, StoredDocument>> {
  const stale = rows.filter((row) => row['_doc'] === null).map((row) => String(row['id']));
  const documents = new Map(stale.length === 0 ? [] : await rebuildDocuments(connection, model, stale));
  for (const { id, _doc: text } of rows) {
    if (typeof text === 'string') documents.set(String(id), JSON.parse(text) as StoredDocument);
  }
  return documents;
}
