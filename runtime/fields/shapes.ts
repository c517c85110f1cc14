/** Areas for `within` on a `point`: GeoJSON polygon, circle, box. */

import { reason } from '../errors/reasons/reason.js';
import { inputIssue, wrongType } from './input-issue.js';

/** `[longitude, latitude]` in degrees. */
export type Position = readonly [longitude: number, latitude: number];

export interface Box {
  readonly kind: 'box';
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export interface Circle {
  readonly kind: 'circle';
  readonly center: Position;
  readonly metres: number;
}

export interface Polygon {
  readonly kind: 'polygon';
  /** As in GeoJSON: the first ring is the outline, others are holes; every ring ends where it begins. */
  readonly rings: readonly (readonly Position[])[];
}

export type Area = Box | Circle | Polygon;

/** A request with more corners would make every row expensive. */
const maxCorners = 1_000;

/** Reads the operand of `within` on a point. */
export function readArea(value: unknown, path: string): Area {
  if (Array.isArray(value)) return readBox(value, path);
  if (typeof value !== 'object' || value === null) {
    throw wrongType(path, 'area', value);
  }
  const { type, coordinates, center, radius, ...others } = value as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(others).find((key) => key !== 'bbox');
  const isPolygon = type !== undefined || coordinates !== undefined;
  const isCircle = center !== undefined || radius !== undefined;
  if (unknown !== undefined || isPolygon === isCircle) {
    throw inputIssue(path, reason('area.malformed'));
  }
  return isPolygon ? readPolygon(type, coordinates, path) : readCircle(center, radius, path);
}

function readBox(value: readonly unknown[], path: string): Box {
  const [west, south, east, north] = value;
  if (
    value.length !== 4 ||
    !isLongitude(west) ||
    !isLongitude(east) ||
    !isLatitude(south) ||
    !isLatitude(north)
  ) {
    throw inputIssue(path, reason('area.malformedBox'));
  }
  if (south > north) throw inputIssue(path, reason('area.southAboveNorth'));
  return { kind: 'box', west, south, east, north };
}

function readCircle(center: unknown, radius: unknown, path: string): Circle {
  const position = readPosition(center);
  if (position === null) throw inputIssue(`${path}.center`, reason('area.malformedPosition'));
  if (typeof radius !== 'number' || !(radius >= 0)) {
    throw wrongType(`${path}.radius`, 'metres', radius);
  }
  return { kind: 'circle', center: position, metres: radius };
}

function readPolygon(type: unknown, coordinates: unknown, path: string): Polygon {
  if (type !== 'Polygon') throw wrongType(`${path}.type`, 'polygonType', type);
  if (!Array.isArray(coordinates) || coordinates.length === 0) {
    throw inputIssue(`${path}.coordinates`, reason('area.malformedRings'));
  }
  const rings = coordinates.map((ring: unknown, index) => readRing(ring, `${path}.coordinates.${index}`));
  const corners = rings.reduce((sum, ring) => sum + ring.length, 0);
  if (corners > maxCorners) {
    throw inputIssue(
      `${path}.coordinates`,
      reason('input.tooManyPositions', { count: corners, max: maxCorners }),
    );
  }
  return { kind: 'polygon', rings };
}

function readRing(ring: unknown, path: string): readonly Position[] {
  if (!Array.isArray(ring)) throw wrongType(path, 'positions', ring);
  const positions = ring.map((value: unknown, index) => {
    const position = readPosition(value);
    if (position === null) throw inputIssue(`${path}.${index}`, reason('area.malformedPosition'));
    return position;
  });
  const [first, last] = [positions[0], positions.at(-1)];
  // RFC 7946, 3.1.6: a linear ring is closed and has four or more positions.
  if (first === undefined || last === undefined || positions.length < 4) {
    throw inputIssue(path, reason('area.fewPositions'));
  }
  if (first[0] !== last[0] || first[1] !== last[1]) throw inputIssue(path, reason('area.openRing'));
  return positions;
}

/** GeoJSON allows an altitude after longitude and latitude; it is ignored. */
function readPosition(value: unknown): Position | null {
  if (!Array.isArray(value) || value.length < 2 || value.length > 3) return null;
  const [longitude, latitude, altitude] = value as readonly unknown[];
  if (value.length === 3 && typeof altitude !== 'number') return null;
  return isLongitude(longitude) && isLatitude(latitude) ? [longitude, latitude] : null;
}

function isLongitude(value: unknown): value is number {
  return typeof value === 'number' && value >= -180 && value <= 180;
}

function isLatitude(value: unknown): value is number {
  return typeof value === 'number' && value >= -90 && value <= 90;
}
