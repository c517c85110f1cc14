import type { Position } from '../../fields/shapes.js';

/**
 * A tenth of a millimetre, in degrees. A nearer point counts as on the edge, since most edges pass between
 * the doubles.
 */
export const edgeWidth = 1e-9;

/**
 * A coordinate closer to zero than this is zero: PostgreSQL refuses to multiply numbers whose product is too
 * small for a double, and no distance on earth depends on it.
 */
export const nought = 1e-50;

/** Normalizes a position for the tests of areas: coordinates near zero become zero. */
export function settled([longitude, latitude]: Position): Position {
  return [Math.abs(longitude) < nought ? 0 : longitude, Math.abs(latitude) < nought ? 0 : latitude];
}

/** Numbers per edge: start, end, and min and max of their longitudes and latitudes. */
const perEdge = 8;

/**
 * Prepares the test whether a position is in a GeoJSON polygon: inside its outline and outside its holes, or
 * on any edge. Edges are straight in longitude and latitude (RFC 7946, 3.1.1); a polygon never crosses the
 * antimeridian (3.1.9). Positions must be normalized by {@link settled}.
 */
export function createPolygon(rings: readonly (readonly Position[])[]): (position: Position) => boolean {
  const edges = edgesOf(rings);
  return ([x, y]) => {
    let inside = false;
    for (let at = 0; at < edges.length; at += perEdge) {
      // An edge above or below the position neither contains it nor crosses its ray. Most edges are.
      if (y < edgeAt(edges, at + 6) - edgeWidth || y > edgeAt(edges, at + 7) + edgeWidth) continue;
      // Neither does an edge to the west. An edge to the east may cross the ray.
      if (x > edgeAt(edges, at + 5) + edgeWidth) continue;
      const isEast = x < edgeAt(edges, at + 4) - edgeWidth;
      if (!isEast && isOnEdge(x, y, edges, at)) return true;
      if (crossesRay(x, y, edges, at)) inside = !inside;
    }
    return inside;
  };
}

function edgesOf(rings: readonly (readonly Position[])[]): Float64Array {
  return Float64Array.from(
    rings.flatMap((ring) =>
      ring.slice(1).flatMap((to, index) => {
        const [[fromX, fromY], [toX, toY]] = [ring[index] ?? to, to];
        const xs = [Math.min(fromX, toX), Math.max(fromX, toX)];
        return [fromX, fromY, toX, toY, ...xs, Math.min(fromY, toY), Math.max(fromY, toY)];
      }),
    ),
  );
}

function edgeAt(edges: Float64Array, index: number): number {
  return edges[index] ?? Number.NaN;
}

function isOnEdge(x: number, y: number, edges: Float64Array, at: number): boolean {
  const [fromX, fromY] = [edgeAt(edges, at), edgeAt(edges, at + 1)];
  const [alongX, alongY] = [edgeAt(edges, at + 2) - fromX, edgeAt(edges, at + 3) - fromY];
  const square = alongX * alongX + alongY * alongY;
  // The nearest point of the edge, as a fraction of its length.
  const share =
    square === 0 ? 0 : Math.min(1, Math.max(0, ((x - fromX) * alongX + (y - fromY) * alongY) / square));
  const [beyondX, beyondY] = [x - (fromX + share * alongX), y - (fromY + share * alongY)];
  // Squares are compared: every database computes them with the same digits.
  return beyondX * beyondX + beyondY * beyondY <= edgeWidth ** 2;
}

/**
 * Whether an edge crosses the ray that goes east from the position; an odd number of crossings means inside.
 */
function crossesRay(x: number, y: number, edges: Float64Array, at: number): boolean {
  const [fromX, fromY] = [edgeAt(edges, at), edgeAt(edges, at + 1)];
  const [toX, toY] = [edgeAt(edges, at + 2), edgeAt(edges, at + 3)];
  return fromY > y !== toY > y && x < ((toX - fromX) * (y - fromY)) / (toY - fromY) + fromX;
}
