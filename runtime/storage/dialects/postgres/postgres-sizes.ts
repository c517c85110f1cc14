import type { SizeOf, TableSize } from '../../../query/effort/table-size.js';
import type { Row } from '../../driver.js';

/** Milliseconds after which the sizes are read again. */
const keptFor = 30_000;

/** Assumed size of an unknown table: not small. */
const unknown: TableSize = { rows: 1_000_000, rowBytes: 1_000 };

/**
 * Estimates rows as the planner does: rows per page at the last ANALYZE, times the current number of pages.
 * Without ANALYZE a page is assumed to have some eighty rows.
 */
const sizesSql =
  `SELECT c.relname AS name, pg_table_size(c.oid)::float8 AS bytes, ` +
  `CASE WHEN c.reltuples > 0 AND c.relpages > 0 THEN c.reltuples / c.relpages ELSE 80 END * ` +
  `(pg_relation_size(c.oid) / current_setting('block_size')::int) AS "rows" ` +
  `FROM pg_catalog.pg_class c WHERE c.relkind = 'r' AND pg_catalog.pg_table_is_visible(c.oid) ` +
  `AND c.relnamespace <> 'pg_catalog'::regnamespace`;

/**
 * Reads the sizes of all tables with one statement in the background: values that are some seconds old are
 * good enough.
 */
export function sizesOfTables(all: (sql: string) => Promise<readonly Row[]>): SizeOf {
  let sizes: ReadonlyMap<string, TableSize> = new Map();
  let nextLook = Number.NEGATIVE_INFINITY;

  async function look(): Promise<void> {
    try {
      sizes = new Map((await all(sizesSql)).map((row) => [String(row['name']), sizeIn(row)]));
    } catch {
      // On failure the old sizes stay, and the server is asked again later.
    }
  }

  return function sizeOf(table) {
    const now = performance.now();
    if (now >= nextLook) {
      nextLook = now + keptFor;
      void look();
    }
    return sizes.get(table) ?? unknown;
  };
}

function sizeIn(row: Row): TableSize {
  const rows = Number(row['rows']);
  return { rows, rowBytes: Number(row['bytes']) / Math.max(1, rows) };
}
