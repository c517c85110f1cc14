/** `within` on points, operation for operation as `polygon.ts` and SQLite do it, so that a point on an edge is on it everywhere. */
import type { Position } from '../../fields/shapes.js';
import type { PointColumns } from './dialect.js';
import { edgeWidth, nought, settled } from './polygon.js';
import type { Parameter } from './statement.js';

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

/** On some edge, or crossed an odd number of times by the ray that goes east from the point. See `isInPolygon`. */
export function isWithinPolygon({ longitude, latitude }: PointColumns): string {
  const edges =
    `SELECT x, y, fx, fy, tx, ty, tx - fx AS ax, ty - fy AS ay, (tx - fx) * (tx - fx) + (ty - fy) * (ty - fy) AS square ` +
    `FROM (SELECT ${settledSql(longitude)} AS x, ${settledSql(latitude)} AS y) p, ` +
    `(SELECT (v ->> 0)::float8 AS fx, (v ->> 1)::float8 AS fy, (v ->> 2)::float8 AS tx, (v ->> 3)::float8 AS ty ` +
    `FROM json_array_elements(?::json) l(v)) e ` +
    `WHERE NOT ((fy > y + ${edgeWidth} AND ty > y + ${edgeWidth}) OR (fy < y - ${edgeWidth} AND ty < y - ${edgeWidth}))`;
  const shares =
    `SELECT *, CASE WHEN square = 0 THEN 0 ELSE least(1, greatest(0, ((x - fx) * ax + (y - fy) * ay) / square)) END AS share ` +
    `FROM (${edges}) edges`;
  const distances = `SELECT *, x - (fx + share * ax) AS dx, y - (fy + share * ay) AS dy FROM (${shares}) shares`;
  const onEdge = `coalesce(bool_or(dx * dx + dy * dy <= ${edgeWidth ** 2}), FALSE)`;
  const crosses = `CASE WHEN (fy > y) <> (ty > y) THEN x < (ax * (y - fy)) / ay + fx ELSE FALSE END`;
  return `(SELECT ${onEdge} OR count(*) FILTER (WHERE ${crosses}) % 2 = 1 FROM (${distances}) distances)`;
}
