import type { RowsOfTable, SizeOf, TableSize } from '../../../query/effort/table-size.js';
import { quoteIdentifier } from '../../../query/sql/quote.js';
import type { Row } from '../../driver.js';

/** Milliseconds that a size is kept. */
const keptFor = 5_000;
/** Max links of a list of relations that are counted; beyond this there are simply many. */
const maxCounted = 200_000;
/** Two ids and a number. */
const linkBytes = 80;
/** Documents at each end of a table whose length is sampled. */
const sampled = 20;

interface Kept {
  readonly size: TableSize;
  readonly until: number;
}

/**
 * Returns sizes of tables in some microseconds. SQLite numbers rows in insertion order, so the numbers at
 * both ends give the max row count. The table of a list of relations has no such numbers, and is counted up
 * to a limit.
 */
export function sizesOfTables(get: (sql: string) => Row | undefined): SizeOf {
  const kept = new Map<string, Kept>();

  function read(table: string, rows: RowsOfTable): TableSize {
    const name = quoteIdentifier(table);
    if (rows === 'links') {
      const row = get(`SELECT count(*) AS "rows" FROM (SELECT 1 FROM ${name} LIMIT ${maxCounted})`);
      return { rows: Number(row?.['rows'] ?? 0), rowBytes: linkBytes };
    }
    const lengths = (order: string): string =>
      `(SELECT avg(octet_length("_doc")) FROM (SELECT "_doc" FROM ${name} ORDER BY rowid ${order} LIMIT ${sampled}))`;
    const row = get(
      `SELECT (SELECT max(rowid) FROM ${name}) - (SELECT min(rowid) FROM ${name}) + 1 AS "rows", ` +
        `max(coalesce(${lengths('ASC')}, 0), coalesce(${lengths('DESC')}, 0)) AS "rowBytes"`,
    );
    return { rows: Number(row?.['rows'] ?? 0), rowBytes: Number(row?.['rowBytes'] ?? 0) };
  }

  return function sizeOf(table, rows = 'documents') {
    const now = performance.now();
    const known = kept.get(table);
    if (known !== undefined && now < known.until) return known.size;
    const size = read(table, rows);
    kept.set(table, { size, until: now + keptFor });
    return size;
  };
}
