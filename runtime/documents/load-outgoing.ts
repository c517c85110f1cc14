import { andCondition } from '../query/compile/condition.js';
import type { Dialect } from '../query/compile/dialect.js';
import { dialectOf } from '../query/compile/dialects.js';
import type { RowsInView } from '../query/merged-view.js';
import type { Connection, Row } from '../storage/driver.js';
import { quoteName } from '../storage/schema/sqlite-ddl.js';
import type { StoredDocument } from './document-model.js';
import type { DocumentType } from './document-type.js';
import { OutgoingDocument } from './outgoing-document.js';
import { rebuildDocuments } from './stored-document.js';

/** A row with a document's id and its text, which may be missing. */
export interface TextRow {
  readonly id: string;
  readonly text: string | null;
  /** The row is that of a pending draft. */
  readonly isPending?: boolean;
}

/** Selects `id` and `_doc` of the documents whose ids are in a JSON list. A condition may be appended. */
export function selectTexts(table: string, dialect: Dialect): string {
  return `SELECT r0."id", r0."_doc" FROM ${quoteName(table)} r0 WHERE ${dialect.isAmong('r0."id"', 'text')}`;
}

/** The rows of the documents with these ids that a view shows, in any order, with one query. */
export async function loadTexts(
  connection: Connection,
  { model }: DocumentType,
  ids: readonly string[],
  { where, drafts }: RowsInView,
): Promise<readonly TextRow[]> {
  const list = JSON.stringify(ids);
  const dialect = dialectOf(connection);
  const published = andCondition({ dialect, document: model.descriptor }, where);
  const select = `${selectTexts(model.table, dialect)}${published.sql}`;
  const parameters = [list, ...published.parameters];
  if (drafts === null) return textRows(await connection.all(select, parameters), false);
  const pending = andCondition({ dialect, document: drafts.document }, drafts.where);
  const rows = await connection.all(
    `SELECT *, 0 AS "pending" FROM (${select}) p UNION ALL ` +
      `SELECT *, 1 FROM (${selectTexts(drafts.document.table, dialect)}${pending.sql}) d`,
    [...parameters, list, ...pending.parameters],
  );
  return textRows(rows, true);
}

/** Rows with `id` and `_doc`, and `pending` where they come from two tables. */
export function textRows(rows: readonly Row[], isMerged: boolean): readonly TextRow[] {
  return rows.map((row) => ({
    id: String(row['id']),
    text: typeof row['_doc'] === 'string' ? row['_doc'] : null,
    ...(isMerged && row['pending'] === 1 && { isPending: true }),
  }));
}

/** The documents with these ids that a view shows, in any order, with one query. */
export async function loadOutgoing(
  connection: Connection,
  type: DocumentType,
  ids: readonly string[],
  rows: RowsInView,
): Promise<readonly OutgoingDocument[]> {
  return withoutGaps(connection, type, await loadTexts(connection, type, ids, rows));
}

/** Documents of rows, in their order; those whose text is missing are made from their columns. */
export async function withoutGaps(
  connection: Connection,
  type: DocumentType,
  rows: readonly TextRow[],
): Promise<readonly OutgoingDocument[]> {
  const rebuilt = new Map<string, StoredDocument>();
  for (const { rows: source, ids } of gapsOf(type, rows)) {
    for (const [id, data] of await rebuildDocuments(connection, source.model, ids)) rebuilt.set(id, data);
  }
  return rows.flatMap(({ id, text, isPending }) => {
    if (text !== null) return [OutgoingDocument.ofText(id, text, isPending)];
    const data = rebuilt.get(id);
    return data === undefined ? [] : [OutgoingDocument.ofData(id, data, isPending)];
  });
}

/** Documents of one table that have no text. */
export interface Gaps {
  readonly rows: DocumentType;
  readonly ids: readonly string[];
}

/** The documents whose text is missing, by their table. */
export function gapsOf(type: DocumentType, rows: readonly TextRow[]): readonly Gaps[] {
  const missing = rows.filter(({ text }) => text === null);
  if (missing.length === 0) return [];
  const published = missing.filter(({ isPending }) => isPending !== true).map(({ id }) => id);
  const pending = missing.filter(({ isPending }) => isPending === true).map(({ id }) => id);
  const gaps = published.length === 0 ? [] : [{ rows: type, ids: published }];
  return type.pending === null || pending.length === 0
    ? gaps
    : [...gaps, { rows: type.pending, ids: pending }];
}
