import { changedSql } from '../../query/compile/changed.js';
import { andCondition } from '../../query/compile/condition.js';
import type { WhereNode } from '../../query/plan.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { SqlDialect } from '../../query/sql/sql-dialect.js';
import type { Connection, Row } from '../../storage/driver.js';
import type { StoredDocument } from '../document-model.js';
import type { DocumentType } from '../document-type.js';
import { draftedColumn } from '../drafts/pending-drafts.js';
import { rebuildDocuments } from '../stored-document.js';
import { changedData, changedText, OutgoingDocument } from './outgoing-document.js';
import type { ReadView } from './read-view.js';

/** A row with a document's id and its text, which may be missing. */
export interface TextRow {
  readonly id: string;
  readonly text: string | null;
  /** The row is that of a pending draft. */
  readonly isPending?: boolean;
  /** What the document shows as `_pending`; absent outside the merged view. The text contains it already. */
  readonly isChanged?: boolean;
}

/**
 * Selects `id`, `_doc` and more columns of the documents whose ids are in a JSON list. A condition may be
 * appended.
 */
export function selectTexts(table: string, dialect: SqlDialect, more = ''): string {
  return `SELECT r0."id", r0."_doc"${more} FROM ${quoteIdentifier(table)} r0 WHERE ${dialect.isAmong('r0."id"', 'text')}`;
}

/** Documents of a collection or global, as a requester sees them. */
export interface SeenDocuments {
  readonly view: ReadView;
  /** The filter that visible documents meet. */
  readonly visible: WhereNode | null;
  readonly ids: readonly string[];
}

/** The rows of documents by their ids, in any order, with one query. */
export function loadTexts(
  connection: Connection,
  { model }: DocumentType,
  { view, visible, ids }: SeenDocuments,
): Promise<readonly TextRow[]> {
  return view.read(model.descriptor, visible, async ({ where, drafts, isMerged }, draftedSql) => {
    const list = JSON.stringify(ids);
    const dialect = connection.dialect.sql;
    const drafted = draftedColumn(draftedSql);
    const published = andCondition({ dialect, document: model.descriptor }, where);
    const parameters = [list, ...published.parameters];
    if (drafts === null) {
      const rows = await connection.all(
        `${selectTexts(model.table, dialect, isMerged ? `, 0 AS "changed"${drafted}` : drafted)}${published.sql}`,
        parameters,
      );
      return { answer: textRows(rows, false), row: rows[0] };
    }
    const pending = andCondition({ dialect, document: drafts.document }, drafts.where);
    const rows = await connection.all(
      `${selectTexts(model.table, dialect, `, 0 AS "pending", 0 AS "changed"${drafted}`)}${published.sql} UNION ALL ` +
        `${selectTexts(drafts.document.table, dialect, `, 1, ${changedSql('pending', 'r0', dialect)}${drafted}`)}${pending.sql}`,
      [...parameters, list, ...pending.parameters],
    );
    return { answer: textRows(rows, true), row: rows[0] };
  });
}

/**
 * Rows with `id` and `_doc`; in the merged view with `changed`, and with `pending` where they come from two
 * tables.
 */
export function textRows(rows: readonly Row[], isMerged: boolean): readonly TextRow[] {
  return rows.map(({ id, _doc: stored, pending, changed }) => {
    const text = typeof stored === 'string' ? stored : null;
    const isPending = isMerged && pending === 1;
    const row = { id: String(id), text, ...(isPending && { isPending }) };
    if (changed === undefined) return row;
    const isChanged = changed === 1;
    return { ...row, text: text && changedText(text, isChanged), isChanged };
  });
}

/** Documents by their ids, in any order, with one query. */
export async function loadOutgoing(
  connection: Connection,
  type: DocumentType,
  seen: SeenDocuments,
): Promise<readonly OutgoingDocument[]> {
  return withoutGaps(connection, type, await loadTexts(connection, type, seen));
}

/** Documents of rows, in their order; those whose text is missing are built from their columns. */
export async function withoutGaps(
  connection: Connection,
  type: DocumentType,
  rows: readonly TextRow[],
): Promise<readonly OutgoingDocument[]> {
  const rebuilt = new Map<string, StoredDocument>();
  for (const { rows: source, ids } of gapsOf(type, rows)) {
    for (const [id, data] of await rebuildDocuments(connection, source.model, ids)) rebuilt.set(id, data);
  }
  return rows.flatMap(({ id, text, isPending, isChanged }) => {
    if (text !== null) return [OutgoingDocument.ofText(id, text, isPending)];
    const data = rebuilt.get(id);
    if (data === undefined) return [];
    const shown = isChanged === undefined ? data : changedData(data, isChanged);
    return [OutgoingDocument.ofData(id, shown, isPending)];
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
