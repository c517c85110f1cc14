/** The SQL of a search: docs/spec/content-tools.md#search. */
import type { SearchNode } from '../plan.js';
import { scoreParts, searchCondition } from '../search/search-expression.js';
import type { ScoredRows, SqlPart } from '../sql/search-sql.js';
import type { SqlDialect } from '../sql/sql-dialect.js';

const never: SqlPart = { sql: 'FALSE', parameters: [] };

/** Whether a document is found. Requesters who may read no searched field find nothing. */
export function searchSql({ search, query, readable }: SearchNode, id: string, dialect: SqlDialect): SqlPart {
  return readable.length === 0 ? never : dialect.search.meets(search, searchCondition(query, readable), id);
}

/** The score of the documents that are found: a column of their row in the table of the index. */
export function scoreSql(
  { search, query, readable }: SearchNode,
  rows: Pick<ScoredRows, 'alias' | 'from'>,
  dialect: SqlDialect,
): SqlPart {
  if (readable.length === 0) return { sql: '0', parameters: [] };
  const condition = searchCondition(query, readable);
  return dialect.search.score(search, condition, { ...rows, parts: scoreParts(query, readable, search) });
}
