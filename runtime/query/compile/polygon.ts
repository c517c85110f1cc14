import type { Position } from '../../fields/shapes.js';

/** A tenth of a millimetre, in degrees: nearer to an edge is on it, since most edges pass between the doubles. */
export const edgeWidth = 1e-9;

/**
 * Nearer to nought a coordinate is nought: PostgreSQL refuses to multiply numbers whose product is too small for a double, and no
 * distance on earth tells the difference.
 */
export const nought = 1e-50;

/** A position as areas look at it. */
export function settled([longitude, latitude]: Position): Position {
  return [Math.abs(longitude) < nought ? 0 : longitude, Math.abs(latitude) < nought ? 0 : latitude];
}

/**
 * Whether a position lies in a GeoJSON polygon: inside its outline and outside its holes, or on any edge. Edges are
 * straight in longitude and latitude (RFC 7946, 3.1.1); a polygon never crosses the antimeridian (3.1.9). Takes positions that are settled.
 */
export function isInPolygon(position: Position, rings: readonly (readonly Position[])[]): boolean {
  let inside = false;
  for (const ring of rings) {
    for (let index = 1; index < ring.length; index += 1) {
      const [from, to] = [ring[index - 1], ring[index]];
      if (from === undefined || to === undefined || isBeside(position, from, to)) continue;
      if (isOnEdge(position, from, to)) return true;
      if (crossesRay(position, from, to)) inside = !inside;
    }
  }
  return inside;
}

/** An edge that is higher or lower than the position neither holds it nor crosses its ray. Most are. */
function isBeside([, y]: Position, [, fromY]: Position, [, toY]: Position): boolean {
  return (fromY > y + edgeWidth && toY > y + edgeWidth) || (fromY < y - edgeWidth && toY < y - edgeWidth);
}

function isOnEdge([x, y]: Position, [fromX, fromY]: Position, [toX, toY]: Position): boolean {
  const [alongX, alongY] = [toX - fromX, toY - fromY];
  const square = alongX * alongX + alongY * alongY;
  // The nearest point of the edge, as a share of its length.
  const share =
    square === 0 ? 0 : Math.min(1, Math.max(0, ((x - fromX) * alongX + (y - fromY) * alongY) / square));
  const [beyondX, beyondY] = [x - (fromX + share * alongX), y - (fromY + share * alongY)];
  // Compared by squares: every database computes them alike, digit for digit.
  return beyondX * beyondX + beyondY * beyondY <= edgeWidth ** 2;
}

/** Whether an edge crosses the ray that goes east from the position; an odd number of crossings means inside. */
function crossesRay([x, y]: Position, [fromX, fromY]: Position, [toX, toY]: Position): boolean {
  return fromY > y !== toY > y && x < ((toX - fromX) * (y - fromY)) / (toY - fromY) + fromX;
}
