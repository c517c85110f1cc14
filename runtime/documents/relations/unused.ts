import type { DocumentAccess } from '../../access/document-access.js';
import { type ReferringRows, referringAlias, type WhereNode } from '../../query/plan.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { ReadSource } from '../../storage/driver.js';
import type { NamingField } from './referrers.js';
import { readableRows, rowsThrough } from './seen-pointers.js';

/**
 * The condition that no document refers to a document, published or in a draft, as far as the requester may
 * see it: the same documents and fields as in `usesOf`. Null where nothing can refer to it.
 */
export async function unusedWhere(
  connection: ReadSource,
  naming: readonly NamingField[],
  access: DocumentAccess | null,
): Promise<WhereNode | null> {
  const by: ReferringRows[] = [];
  for (const field of naming) {
    const rows = await seenRows(connection, field, access);
    if (rows !== null) by.push(rows);
  }
  return by.length === 0 ? null : { kind: 'unreferenced', by };
}

/** The rows by which the requester sees references; null where there are none. */
async function seenRows(
  connection: ReadSource,
  field: NamingField,
  access: DocumentAccess | null,
): Promise<ReferringRows | null> {
  const documents = rowsThrough(field, access);
  if (documents === null) return null;
  const { table, target, parent, fixed } = field.rows;
  const readable = await readableRows(connection, { ...documents, access }, { sql: 'TRUE', parameters: [] });
  if (readable === 'none') return null;
  const own = fixed.map(([column]) => ` AND ${referringAlias}.${quoteIdentifier(column)} = ?`).join('');
  const seen = readable === 'all' ? null : readable;
  return {
    table,
    target,
    sql: seen === null ? own : `${own} AND ${referringAlias}.${quoteIdentifier(parent)} IN (${seen.sql})`,
    parameters: [...fixed.map(([, value]) => value), ...(seen?.parameters ?? [])],
  };
}
