/**
 * `within` on points, with the same operations as `polygon.ts` and SQLite, so that a point on an edge is on
 * it in every database.
 */
import type { Position } from '../../../fields/shapes.js';
import { edgeWidth, nought, settled } from '../../../query/compile/polygon.js';
import type { Parameter } from '../../../query/sql/parameter.js';
import type { PointColumns } from '../../../query/sql/sql-dialect.js';

export function radians(degrees: string): string {
  return `radians(${settledSql(degrees)})`;
}

function settledSql(coordinate: string): string {
  return `(CASE WHEN abs(${coordinate}) < ${nought} THEN 0 ELSE ${coordinate} END)`;
}

/** The edges of all rings, four numbers each. */
export function polygonParameter(rings: readonly (readonly Position[])[]): Parameter {
  const edges = rings.flatMap((ring) =>
    ring.slice(1).map((to, index) => [...settled(ring[index] ?? to), ...settled(to)]),
  );
  return JSON.stringify(edges);
}

/**
 * Whether the point is on an edge, or the ray that goes east from it crosses the edges an odd number of
 * times. Like `createPolygon`, it skips edges that can do neither. The edges depend on no row, so the
 * parameter is parsed once per statement.
 */
export function isWithinPolygon({ longitude, latitude }: PointColumns): string {
  const numbers = ['fx', 'fy', 'tx', 'ty'].map((name, at) => `(v ->> ${at})::float8 AS ${name}`);
  const bounds =
    `least(fx, tx) - ${edgeWidth} AS west, greatest(fx, tx) + ${edgeWidth} AS east, ` +
    `least(fy, ty) - ${edgeWidth} AS south, greatest(fy, ty) + ${edgeWidth} AS north`;
  const edges =
    `SELECT *, tx - fx AS ax, ty - fy AS ay, (tx - fx) * (tx - fx) + (ty - fy) * (ty - fy) AS square, ${bounds} ` +
    `FROM (SELECT ${numbers.join(', ')} FROM json_array_elements(?::json) l(v)) n`;
  const point = `SELECT ${settledSql(longitude)} AS x, ${settledSql(latitude)} AS y OFFSET 0`;
  const share = `CASE WHEN square = 0 THEN 0 ELSE least(1, greatest(0, ((x - fx) * ax + (y - fy) * ay) / square)) END`;
  const [dx, dy] = [`(x - (fx + ${share} * ax))`, `(y - (fy + ${share} * ay))`];
  const onEdge = `CASE WHEN x >= west THEN ${dx} * ${dx} + ${dy} * ${dy} <= ${edgeWidth ** 2} ELSE FALSE END`;
  const crosses = `CASE WHEN (fy > y) <> (ty > y) THEN x < (ax * (y - fy)) / ay + fx ELSE FALSE END`;
  return (
    `(WITH e AS MATERIALIZED (${edges}) ` +
    `SELECT coalesce(bool_or(${onEdge}), FALSE) OR count(*) FILTER (WHERE ${crosses}) % 2 = 1 ` +
    `FROM (${point}) p, e WHERE y >= south AND y <= north AND x <= east)`
  );
}
