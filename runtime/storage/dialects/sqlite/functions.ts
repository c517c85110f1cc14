/**
 * Functions that the SQLite driver registers on every connection: deterministic, and only for what SQL cannot
 * express. Filters call them by these names.
 */
import type { Position } from '../../../fields/shapes.js';
import { fold } from '../../../query/compile/letter-case.js';
import { createSearch } from '../../../query/compile/linear-search.js';
import { createPolygon, settled } from '../../../query/compile/polygon.js';
import { createRecent } from '../../../query/compile/recent.js';

export const containsFunction = 'svc_contains';
export const withinPolygonFunction = 'svc_within_polygon';

export interface SqliteFunction {
  readonly name: string;
  /** Receives the arguments from SQLite: text, numbers, null. Returns 1 or 0, or null for null. */
  readonly call: (...values: readonly unknown[]) => number | null;
  readonly parameters: number;
}

export const sqliteFunctions: readonly SqliteFunction[] = [
  { name: containsFunction, call: containsFolded, parameters: 2 },
  { name: withinPolygonFunction, call: withinPolygon, parameters: 3 },
];

/** Enough for a few statements, whose rows alternate. */
const searchOf = createRecent(128, createSearch);
const polygonOf = createRecent(32, (json) =>
  createPolygon(JSON.parse(json) as readonly (readonly Position[])[]),
);
/** One text is searched for several search texts in sequence. */
const foldedOf = createRecent(4, fold);

function containsFolded(text: unknown, foldedNeedle: unknown): number | null {
  if (typeof text !== 'string' || typeof foldedNeedle !== 'string') return null;
  // Folding does not change lengths.
  if (foldedNeedle.length > text.length) return 0;
  return searchOf(foldedNeedle)(foldedOf(text)) ? 1 : 0;
}

function withinPolygon(longitude: unknown, latitude: unknown, json: unknown): number | null {
  if (typeof longitude !== 'number' || typeof latitude !== 'number' || typeof json !== 'string') return null;
  return polygonOf(json)(settled([longitude, latitude])) ? 1 : 0;
}
