/** Operands of `where`, checked against their field, and in the form in which values are stored. */

import type { InputKind } from '../errors/reasons/kinds.js';
import { reason } from '../errors/reasons/reason.js';
import { faultOfText } from '../util/storable-text.js';
import { inputIssue, wrongType } from './input-issue.js';
import type { Area } from './shapes.js';

/** A single value as columns store it: text, number, `0` and `1` for booleans. */
export type StoredValue = string | number;

/** A document of one of several collections. */
export interface Reference {
  readonly collection: string;
  readonly id: string;
}

export type Operand =
  | { readonly kind: 'value'; readonly value: StoredValue }
  /** The search text of `contains`. */
  | { readonly kind: 'needle'; readonly text: string }
  | { readonly kind: 'values'; readonly values: readonly StoredValue[] }
  | { readonly kind: 'reference'; readonly reference: Reference }
  | { readonly kind: 'references'; readonly references: readonly Reference[] }
  | { readonly kind: 'exists'; readonly value: boolean }
  | { readonly kind: 'range'; readonly from: StoredValue; readonly to: StoredValue }
  | { readonly kind: 'area'; readonly area: Area };

/** Max values in one `in` or `not_in`. */
const maxValues = 500;

/** Reads the list of `in` and `not_in`. */
export function readEach<Item>(
  value: unknown,
  path: string,
  read: (item: unknown, path: string) => Item,
): readonly Item[] {
  if (!Array.isArray(value)) throw wrongType(path, 'list', value);
  if (value.length > maxValues) {
    throw inputIssue(path, reason('input.tooManyValues', { count: value.length, max: maxValues }));
  }
  return value.map((item: unknown, index) => read(item, `${path}.${index}`));
}

/** Reads a text; `wanted` says what it is, for the message. */
export function readText(value: unknown, path: string, wanted: InputKind = 'text'): string {
  if (typeof value !== 'string') throw wrongType(path, wanted, value);
  // No stored text contains what cannot be stored.
  const fault = faultOfText(value);
  if (fault !== null)
    throw inputIssue(path, reason(fault === 'surrogate' ? 'input.surrogate' : 'input.nulCharacter'));
  return value;
}
