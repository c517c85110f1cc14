import { andCondition } from '../query/compile/condition.js';
import type { WhereNode } from '../query/plan.js';
import type { Connection } from '../storage/driver.js';
import { quoteName } from '../storage/schema/sqlite-ddl.js';
import type { DocumentModel } from './document-model.js';
import { OutgoingDocument } from './outgoing-document.js';
import { rebuildDocuments } from './stored-document.js';

/** A row with a document's id and its text, which may be missing. */
export interface TextRow {
  readonly id: string;
  readonly text: string | null;
}

/** Selects `id` and `_doc` of the documents whose ids are in a JSON list. A condition may be appended. */
export function selectTexts(table: string): string {
  return `SELECT r0."id", r0."_doc" FROM ${quoteName(table)} r0 WHERE r0."id" IN (SELECT "value" FROM json_each(?))`;
}

/** The rows of the documents with these ids that exist and meet `visible`, in any order, with one query. */
export async function loadTexts(
  connection: Connection,
  model: DocumentModel,
  ids: readonly string[],
  visible: WhereNode | null,
): Promise<readonly TextRow[]> {
  const { sql, parameters } = andCondition(model.descriptor, visible);
  const rows = await connection.all(`${selectTexts(model.table)}${sql}`, [
    JSON.stringify(ids),
    ...parameters,
  ]);
  return rows.map((row) => ({
    id: String(row['id']),
    text: typeof row['_doc'] === 'string' ? row['_doc'] : null,
  }));
}

/** The documents with these ids that exist and meet `visible`, in any order, with one query. */
export async function loadOutgoing(
  connection: Connection,
  model: DocumentModel,
  ids: readonly string[],
  visible: WhereNode | null,
): Promise<readonly OutgoingDocument[]> {
  return withoutGaps(connection, model, await loadTexts(connection, model, ids, visible));
}

/** Documents of rows, in their order; those whose text is missing are made from their columns. */
export async function withoutGaps(
  connection: Connection,
  model: DocumentModel,
  rows: readonly TextRow[],
): Promise<readonly OutgoingDocument[]> {
  const missing = rows.filter(({ text }) => text === null).map(({ id }) => id);
  const rebuilt = missing.length === 0 ? null : await rebuildDocuments(connection, model, missing);
  return rows.flatMap(({ id, text }) => {
    if (text !== null) return [OutgoingDocument.ofText(id, text)];
    const data = rebuilt?.get(id);
    return data === undefined ? [] : [OutgoingDocument.ofData(id, data)];
  });
}
