/**
 * Functions that the SQLite driver registers on every connection: deterministic, and only for what SQL cannot
 * express. Filters call them by these names.
 */
import type { Position } from '../../../fields/shapes.js';
import { fold } from '../../../query/compile/letter-case.js';
import { createSearch } from '../../../query/compile/linear-search.js';
import { createPolygon, settled } from '../../../query/compile/polygon.js';
import { createRecent } from '../../../query/compile/recent.js';
import { roundedMean, roundedSum, type Summed } from '../../../query/compile/rounded-sum.js';

export const containsFunction = 'svc_contains';
export const withinPolygonFunction = 'svc_within_polygon';
export const sumFunction = 'svc_sum';
export const meanFunction = 'svc_mean';

export interface SqliteFunction {
  readonly name: string;
  /** Receives the arguments from SQLite: text, numbers, null. Conditions return 1 or 0, or null for null. */
  readonly call: (...values: readonly unknown[]) => number | null;
  readonly parameters: number;
}

export const sqliteFunctions: readonly SqliteFunction[] = [
  { name: containsFunction, call: containsFolded, parameters: 2 },
  { name: withinPolygonFunction, call: withinPolygon, parameters: 3 },
  { name: sumFunction, call: (...values) => roundedSum(summedOf(values)), parameters: 4 },
  { name: meanFunction, call: (...values) => roundedMean(summedOf(values)), parameters: 4 },
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

/** Of the arguments: the sum, the greatest magnitude, the count, and 1 for whole numbers. */
function summedOf([sum, greatest, count, isWhole]: readonly unknown[]): Summed {
  // Where infinities have cancelled each other, SQLite has NULL; without values there is no greatest.
  return {
    sum: sum === null ? Number.NaN : Number(sum),
    greatest: Number(greatest ?? 0),
    count: Number(count),
    isWhole: isWhole === 1,
  };
}
