/** The fields of a list that may be wrong, with those inside rows, tabs and collapsibles. */
import { isLayoutKind } from '../fields-of.js';
import { isPlainObject, type PlainObject } from './checks.js';
import type { Keys } from './problem.js';

export interface FieldEntry {
  /** From the list: `[2]`, `[2, 'tabs', 0, 'fields', 1]`. */
  readonly keys: Keys;
  readonly field: PlainObject;
}

/** Ends the search in layouts that contain themselves. Those and deeper ones are reported elsewhere. */
export const maxLayoutDepth = 4;

export function fieldEntries(list: unknown): readonly FieldEntry[] {
  return entriesOf(list, [], 0);
}

function entriesOf(list: unknown, keys: Keys, depth: number): readonly FieldEntry[] {
  if (!Array.isArray(list) || depth > maxLayoutDepth) return [];
  return Array.from<unknown>(list).flatMap((field, position): readonly FieldEntry[] => {
    if (!isPlainObject(field)) return [];
    const own = [...keys, position];
    const { type, tabs, fields } = field;
    if (!isLayoutKind(type)) return [{ keys: own, field }];
    if (type !== 'tabs') return entriesOf(fields, [...own, 'fields'], depth + 1);
    return (Array.isArray(tabs) ? Array.from<unknown>(tabs) : []).flatMap((tab, index) =>
      isPlainObject(tab) ? entriesOf(tab['fields'], [...own, 'tabs', index, 'fields'], depth + 1) : [],
    );
  });
}
