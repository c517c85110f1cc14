import type { Catalogue } from '../ddl-dialect.js';

export const postgresCatalogue: Catalogue = {
  findTableSql:
    'SELECT 1 AS one FROM pg_catalog.pg_tables WHERE schemaname = current_schema() AND tablename = ?',
  findIndexSql:
    'SELECT 1 AS one FROM pg_catalog.pg_indexes WHERE schemaname = current_schema() AND indexname = ?',
  systemNamesSql:
    `SELECT c.relname AS name FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace ` +
    `WHERE n.nspname = current_schema() AND c.relname LIKE '\\_svc\\_%'`,
  othersSql:
    `SELECT c.relname AS name FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace ` +
    `WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND c.relname NOT LIKE '\\_svc\\_%' ` +
    `AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e') ORDER BY c.relname LIMIT 5`,
  otherTablesSql:
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() ` +
    `AND table_name NOT LIKE '\\_svc\\_%' ESCAPE '\\' LIMIT 5`,
  columnsSql:
    `SELECT t.relname AS "table", a.attname AS "column", format_type(a.atttypid, a.atttypmod) AS "type" ` +
    `FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class t ON t.oid = a.attrelid ` +
    `JOIN pg_catalog.pg_namespace n ON n.oid = t.relnamespace ` +
    `WHERE n.nspname = current_schema() AND t.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped`,
  indexesSql: 'SELECT indexname AS name FROM pg_catalog.pg_indexes WHERE schemaname = current_schema()',
};
