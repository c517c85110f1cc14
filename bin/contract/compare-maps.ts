import type { Change } from './change.js';

/** What is said of the entries of two maps. */
export interface EntryComparison<Value> {
  readonly removed: (key: string, value: Value) => Change;
  readonly changed: (key: string, from: Value, to: Value) => readonly Change[];
  readonly added: (key: string, value: Value) => Change;
}

/**
 * Compares the entries of two maps by their keys: those of the first map in its order, then those that only
 * the second one has.
 *
 * @example
 * compareMaps(before, after, { removed, changed: (key, from, to) => compareHeader(from, to), added });
 */
export function compareMaps<Value>(
  from: ReadonlyMap<string, Value>,
  to: ReadonlyMap<string, Value>,
  { removed, changed, added }: EntryComparison<Value>,
): readonly Change[] {
  const changes: Change[] = [];
  for (const [key, value] of from) {
    const other = to.get(key);
    changes.push(...(other === undefined ? [removed(key, value)] : changed(key, value, other)));
  }
  for (const [key, value] of to) if (!from.has(key)) changes.push(added(key, value));
  return changes;
}
