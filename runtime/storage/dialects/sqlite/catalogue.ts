import type { Catalogue } from '../ddl-dialect.js';

const otherTablesSql =
  `SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ` +
  `AND name NOT LIKE '\\_svc\\_%' ESCAPE '\\' LIMIT 5`;

export const sqliteCatalogue: Catalogue = {
  findTableSql: `SELECT 1 AS one FROM sqlite_schema WHERE type = 'table' AND name = ?`,
  findIndexSql: `SELECT 1 AS one FROM sqlite_schema WHERE type = 'index' AND name = ?`,
  systemNamesSql: `SELECT name FROM sqlite_schema WHERE name LIKE '\\_svc\\_%' ESCAPE '\\'`,
  othersSql: otherTablesSql,
  otherTablesSql,
  columnsSql: `SELECT t.name AS "table", c.name AS "column", c.type AS "type" FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
  indexesSql: `SELECT name FROM sqlite_schema WHERE type = 'index'`,
};
