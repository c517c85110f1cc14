import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
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
  model: DocumentModel,
  id: string,
  visible: WhereNode | null = null,
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
  model: DocumentModel,
  ids: readonly string[],
): Promise<readonly StoredDocument[]> {
  if (ids.length === 0) return [];
  const rows = await connection.all(selectTexts(model.table, connection.dialect.sql), [JSON.stringify(ids)]);
  return [...(await documentsOf(connection, model, rows)).values()];
}

/**
 * The documents of rows with `id` and `_doc`, by their ids; those whose text is missing are built from their
 * columns.
 */
export async function documentsOf(
  connection: Connection,
  model: DocumentModel,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, StoredDocument>> {
  const stale = rows.filter((row) => row['_doc'] === null).map((row) => String(row['id']));
  const documents = new Map(stale.length === 0 ? [] : await rebuildDocuments(connection, model, stale));
  for (const { id, _doc: text } of rows) {
    if (typeof text === 'string') documents.set(String(id), JSON.parse(text) as StoredDocument);
  }
  return documents;
}

/** The 404 for a document. */
export function notFound(slug: string, id: string): ServiceError {
  return new ServiceError(
    'NOT_FOUND',
    reason('document.unknown', { id: id.slice(0, 100), collection: slug }),
  );
}
