/**
 * `within` on a point. Plain comparisons of the columns come first, so that an index on them narrows the
 * rows.
 */
import type { Area, Box, Circle, Polygon } from '../../fields/shapes.js';
import type { Parameter } from '../sql/parameter.js';
import type { PointColumns, SqlDialect } from '../sql/sql-dialect.js';
import { settled } from './polygon.js';

/** An area as SQL needs it: its bounding box, and the exact test inside the box. */
export interface AreaTest {
  readonly kind: Area['kind'];
  /** The box crosses the antimeridian. */
  readonly crosses: boolean;
  readonly parameters: readonly Parameter[];
}

type Bounds = Omit<Box, 'kind'>;

/** Mean radius of the earth in metres (IUGG). */
const earthRadius = 6_371_008.8;
const degrees = 180 / Math.PI;
/** Tolerance for rounding around the bounding box of an area, in degrees. The exact test follows. */
const margin = 1e-8;

export function areaTest(area: Area, dialect: SqlDialect): AreaTest {
  switch (area.kind) {
    case 'box':
      return withBounds(area.kind, area, []);
    case 'circle':
      return circleTest(area);
    case 'polygon':
      return withBounds(area.kind, boundsOf(area), [dialect.polygonParameter(area.rings)]);
  }
}

export function areaSql(point: PointColumns, { kind, crosses }: AreaTest, dialect: SqlDialect): string {
  const { longitude, latitude } = point;
  const inLongitude = `(${longitude} >= ? ${crosses ? 'OR' : 'AND'} ${longitude} <= ?)`;
  const inBox = `${latitude} BETWEEN ? AND ? AND ${inLongitude}`;
  switch (kind) {
    case 'box':
      return `(${inBox})`;
    case 'circle':
      return `(${inBox} AND ${haversineSql(dialect.radians(longitude), dialect.radians(latitude))} <= ?)`;
    case 'polygon':
      return `(${inBox} AND ${dialect.isWithinPolygon(point)})`;
  }
}

function withBounds(kind: Area['kind'], bounds: Bounds, others: readonly Parameter[]): AreaTest {
  const { west, south, east, north } = bounds;
  return { kind, crosses: west > east, parameters: [south, north, west, east, ...others] };
}

function boundsOf({ rings }: Polygon): Bounds {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [longitude, latitude] of rings.flat()) {
    [west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
    [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
  }
  return { west: west - margin, south: south - margin, east: east + margin, north: north + margin };
}

/**
 * Takes radians. The haversine of the angle between two positions is at most that of the circle's angle.
 * Compared without an arcsine, which loses digits for near points.
 */
function haversineSql(longitude: string, latitude: string): string {
  const halfLatitude = `sin((${latitude} - ?) / 2)`;
  const halfLongitude = `sin((${longitude} - ?) / 2)`;
  return `pow(${halfLatitude}, 2) + ? * cos(${latitude}) * pow(${halfLongitude}, 2)`;
}

function circleTest({ center: given, metres }: Circle): AreaTest {
  const center = settled(given);
  const [longitude, latitude] = [center[0] / degrees, center[1] / degrees];
  // Adds some micrometres for rounding, so that a point is within zero metres of itself.
  const angle = Math.min(metres / earthRadius + 1e-12, Math.PI);
  const haversine = Math.sin(angle / 2) ** 2;
  return withBounds('circle', boundsAround(center, angle * degrees), [
    latitude,
    Math.cos(latitude),
    longitude,
    haversine,
  ]);
}

/** The bounding box of a circle of `angle` degrees: all longitudes if it contains a pole. */
function boundsAround([longitude, latitude]: Circle['center'], angle: number): Bounds {
  const [south, north] = [latitude - angle - margin, latitude + angle + margin];
  if (south <= -90 || north >= 90) return { west: -180, south, east: 180, north };
  const width =
    Math.asin(Math.min(1, Math.sin(angle / degrees) / Math.cos(latitude / degrees))) * degrees + margin;
  const [west, east] = [longitude - width, longitude + width];
  return { west: west < -180 ? west + 360 : west, south, east: east > 180 ? east - 360 : east, north };
}
