import type { Position } from '../../fields/shapes.js';

/** A tenth of a millimetre, in degrees: nearer to an edge is on it, since most edges pass between the doubles. */
const edgeWidth = 1e-9;

/**
 * Whether a position lies in a GeoJSON polygon: inside its outline and outside its holes, or on any edge. Edges are
 * straight in longitude and latitude (RFC 7946, 3.1.1); a polygon never crosses the antimeridian (3.1.9).
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
  return Math.hypot(x - (fromX + share * alongX), y - (fromY + share * alongY)) <= edgeWidth;
}

/** Whether an edge crosses the ray that goes east from the position; an odd number of crossings means inside. */
function crossesRay([x, y]: Position, [fromX, fromY]: Position, [toX, toY]: Position): boolean {
  return fromY > y !== toY > y && x < ((toX - fromX) * (y - fromY)) / (toY - fromY) + fromX;
}
