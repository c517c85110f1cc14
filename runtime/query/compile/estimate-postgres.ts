import { type Estimate, identifier, literal } from './dialect.js';
import { root } from './statement.js';

/** Tables with fewer rows are counted. */
const smallTable = 2000;

/**
 * An estimate of how many rows meet a condition, in a fraction of a millisecond at any size. The rows of a table follow from its size and how
 * densely its pages were filled when the server last looked. What share of them meets a condition tells a sample: the bounds of the
 * histogram that the server keeps of `id` stand at equal distances in the table's rows. No slug and no field begins with `_`: other names
 * would hide a collection or meet a column.
 */
export function estimateSql({ table, exact, condition }: Estimate): string {
  const name = identifier(table);
  const density = `reltuples / greatest(relpages, 1)`;
  const pages = `pg_relation_size(oid) / current_setting('block_size')::bigint`;
  const size = `_size(_counted) AS (SELECT ${density} * (${pages}) FROM pg_class WHERE oid = ${literal(name)}::regclass)`;
  if (condition === null) {
    return `WITH ${size} SELECT CASE WHEN _counted >= ${smallTable} THEN round(_counted)::bigint ELSE (${exact}) END AS total FROM _size`;
  }
  const bounds =
    `_bounds(_ids) AS (SELECT (SELECT histogram_bounds::text::text[] FROM pg_stats ` +
    `WHERE schemaname = current_schema() AND tablename = ${literal(table)} AND attname = 'id' AND NOT inherited))`;
  // A neighbour beside each bound makes the sample larger.
  const sample =
    `unnest((SELECT _ids FROM _bounds)) _b(_bound) CROSS JOIN LATERAL ` +
    `(SELECT * FROM ${name} WHERE "id" >= _b._bound ORDER BY "id" LIMIT 2) ${root}`;
  const share = `SELECT round(_counted * count(*) FILTER (WHERE ${condition}) / greatest(count(*), 1))::bigint FROM ${sample}`;
  return (
    `WITH ${size}, ${bounds} SELECT CASE WHEN _counted >= ${smallTable} AND _ids IS NOT NULL ` +
    `THEN (${share}) ELSE (${exact}) END AS total FROM _size CROSS JOIN _bounds`
  );
}
