import type { WhereNode } from '../plan.js';
import { type RememberedFor, remembered } from './remembered.js';
import { shapeOf } from './shape.js';
import { byIndexes, root, type Statement } from './statement.js';
import { whereSql } from './where.js';

/**
 * A filter as one more condition on the rows of a table whose alias is `r0`: ` AND (...)`, empty without a filter. The text is made
 * once for filters of the same shape.
 */
export function andCondition(rows: RememberedFor, where: WhereNode | null): Statement {
  if (where === null) return { sql: '', parameters: [] };
  const { key, parameters } = shapeOf(where, rows.dialect);
  const sql = remembered(
    rows,
    `and ${key}`,
    () => ` AND (${whereSql(where, root, byIndexes(rows.dialect))})`,
  );
  return { sql, parameters };
}

/** The same on documents that a column has as JSON; the filter is for versions (see `merged-view.ts`). */
export function andConditionOnJson(rows: RememberedFor, where: WhereNode | null, column: string): Statement {
  if (where === null) return { sql: '', parameters: [] };
  const { key, parameters } = shapeOf(where, rows.dialect);
  const sql = remembered(
    rows,
    `and on ${column} ${key}`,
    () => ` AND (${whereSql(where, rows.dialect.jsonText(column), byIndexes(rows.dialect))})`,
  );
  return { sql, parameters };
}
