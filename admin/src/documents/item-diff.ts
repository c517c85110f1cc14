import { commonSequence } from './common-sequence.js';

/** Whether something is in both of two lists, only in the newer, or only in the older one. */
export type DiffKind = 'same' | 'added' | 'removed';

export interface DiffItem<T> {
  readonly kind: DiffKind;
  readonly item: T;
}

/**
 * Merges two lists: returns, in order, what has to be removed from the older and added to it to get the
 * newer. Items with equal keys are the same; an item that has only moved is removed and added.
 */
export function diffItems<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (item: T) => string,
): DiffItem<T>[] {
  const items: DiffItem<T>[] = [];
  const pairs = commonSequence(before.map(keyOf), after.map(keyOf));
  let [row, column] = [0, 0];
  for (const [one, other] of [...pairs, [before.length, after.length] as const]) {
    for (const item of before.slice(row, one)) items.push({ kind: 'removed', item });
    for (const item of after.slice(column, other)) items.push({ kind: 'added', item });
    for (const item of after.slice(other, other + 1)) items.push({ kind: 'same', item });
    [row, column] = [one + 1, other + 1];
  }
  return items;
}
