/** What `_pending` is in SQL: whether a published document has changes that are not published. */
import type { RowKind } from '../plan.js';
import type { SqlDialect } from '../sql/sql-dialect.js';

/**
 * Whether a row of the pending drafts changes a published document. The row of a discarded draft stays, but
 * names no fields.
 */
export function isChangedSql(row: string, dialect: SqlDialect): string {
  const isDraft = dialect.isFalse(dialect.withoutIndex(`${row}."_live"`));
  return `(NOT (${isDraft}) AND CAST(${row}."_fields" AS TEXT) <> '[]')`;
}

/** The same for a row of any table, as 1 or 0. */
export function changedSql(rows: RowKind, row: string, dialect: SqlDialect): string {
  return rows === 'pending' ? `CASE WHEN ${isChangedSql(row, dialect)} THEN 1 ELSE 0 END` : '0';
}

/**
 * The text of a document with `_pending`; NULL if the row has no text. It is the first key: no other place
 * can be found at so little cost.
 */
export function textWithChanged(rows: RowKind, row: string, dialect: SqlDialect): string {
  const start =
    rows === 'pending'
      ? `CASE WHEN ${isChangedSql(row, dialect)} THEN '{"_pending":true,' ELSE '{"_pending":false,' END`
      : `'{"_pending":false,'`;
  return `${start} || ${dialect.withoutFirst(`${row}."_doc"`)}`;
}
