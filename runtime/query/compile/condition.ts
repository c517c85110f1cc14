import type { WhereNode } from '../plan.js';
import { type RememberedFor, remembered } from './remembered.js';
import { shapeOf } from './shape.js';
import { byIndexes, root, type Statement } from './statement.js';
import { whereSql } from './where.js';

/**
 * Returns a filter as an additional condition on the rows of a table with the alias `r0`: ` AND (...)`, empty
 * without a filter. The text is cached for filters of the same shape.
 */
export function andCondition(rows: RememberedFor, where: WhereNode | null): Statement {
  if (where === null) return { sql: '', parameters: [] };
  const { key, parameters } = shapeOf(where, rows.dialect);
  const sql = remembered(
    rows,
    `and ${key}`,
    () => ` AND (${whereSql(where, { row: root, context: byIndexes(rows.dialect) })})`,
  );
  return { sql, parameters };
}

/**
 * Like {@link andCondition}, for documents stored as JSON in a column. The filter is for versions (see
 * `merged-view.ts`).
 */
export function andConditionOnJson(rows: RememberedFor, where: WhereNode | null, column: string): Statement {
  if (where === null) return { sql: '', parameters: [] };
  const { key, parameters } = shapeOf(where, rows.dialect);
  const sql = remembered(
    rows,
    `and on ${column} ${key}`,
    () =>
      ` AND (${whereSql(where, { row: rows.dialect.jsonText(column), context: byIndexes(rows.dialect) })})`,
  );
  return { sql, parameters };
}
