/**
 * Functions that the SQLite driver registers on every connection: deterministic, and only for what SQL cannot say.
 * Filters call them by these names.
 */
import type { Position } from '../../fields/shapes.js';
import { fold } from './letter-case.js';
import { createSearch } from './linear-search.js';
import { isInPolygon, settled } from './polygon.js';

export const containsFunction = 'svc_contains';
export const withinPolygonFunction = 'svc_within_polygon';

export interface SqliteFunction {
  readonly name: string;
  /** Gets what SQLite passes: text, numbers, null. Answers 1 or 0, or null for null. */
  readonly call: (...values: readonly unknown[]) => number | null;
  readonly parameters: number;
}

export const sqliteFunctions: readonly SqliteFunction[] = [
  { name: containsFunction, call: containsFolded, parameters: 2 },
  { name: withinPolygonFunction, call: withinPolygon, parameters: 3 },
];

/** Needle and polygon are the same for every row of a statement. */
let lastSearch: { readonly needle: string; readonly isIn: (text: string) => boolean } | null = null;
let lastPolygon: { readonly json: string; readonly rings: readonly (readonly Position[])[] } | null = null;

function containsFolded(text: unknown, foldedNeedle: unknown): number | null {
  if (typeof text !== 'string' || typeof foldedNeedle !== 'string') return null;
  if (lastSearch?.needle !== foldedNeedle)
    lastSearch = { needle: foldedNeedle, isIn: createSearch(foldedNeedle) };
  return lastSearch.isIn(fold(text)) ? 1 : 0;
}

function withinPolygon(longitude: unknown, latitude: unknown, json: unknown): number | null {
  if (typeof longitude !== 'number' || typeof latitude !== 'number' || typeof json !== 'string') return null;
  if (lastPolygon?.json !== json) {
    lastPolygon = { json, rings: JSON.parse(json) as readonly (readonly Position[])[] };
  }
  return isInPolygon(settled([longitude, latitude]), lastPolygon.rings) ? 1 : 0;
}
