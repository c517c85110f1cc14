import { isJsonObject, type JsonObject, type JsonValue } from '../../../runtime/util/json.js';
import { isSame } from './same.js';

/** What became of a row between two states of a list. */
export interface RowChange {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
  /** Positions from 1. */
  readonly from: number | null;
  readonly to: number | null;
}

/** The rows that are not as they were: known again by their ids, in the order of the newer list, removed ones at the end. */
export function diffRows(before: JsonValue, after: JsonValue): RowChange[] {
  const old = rowsOf(before);
  const recent = rowsOf(after);
  const positions = new Map(old.map((row, index) => [rowKey(row, index), index]));
  const kept = new Set(recent.map(rowKey));
  const settled = unmoved(recent.map((row, index) => positions.get(rowKey(row, index)) ?? -1));
  const changes = recent.flatMap((row, index): RowChange[] => {
    const from = positions.get(rowKey(row, index));
    const previous = from === undefined ? undefined : old[from];
    if (from === undefined || previous === undefined) {
      return [{ kind: 'added', before: null, after: row, from: null, to: index + 1 }];
    }
    const place = { before: previous, after: row, from: from + 1, to: index + 1 };
    if (!isSame(previous, row)) return [{ kind: 'changed', ...place }];
    return settled.has(from) ? [] : [{ kind: 'moved', ...place }];
  });
  const removed = old.flatMap((row, index): RowChange[] =>
    kept.has(rowKey(row, index))
      ? []
      : [{ kind: 'removed', before: row, after: null, from: index + 1, to: null }],
  );
  return [...changes, ...removed];
}

function rowsOf(value: JsonValue): JsonObject[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]).filter(isJsonObject) : [];
}

function rowKey(row: JsonObject, index: number): string {
  const { id } = row;
  return typeof id === 'string' ? `id ${id}` : `position ${index}`;
}

/** The longest run of old positions that still stand in their order: whatever is not in it has been moved. */
function unmoved(positions: readonly number[]): ReadonlySet<number> {
  const runs: number[][] = [];
  for (const position of positions.filter((each) => each >= 0)) {
    const before = runs.filter((run) => (run.at(-1) ?? -1) < position);
    const longest = before.reduce<number[]>((best, run) => (run.length > best.length ? run : best), []);
    runs.push([...longest, position]);
  }
  return new Set(runs.reduce<number[]>((best, run) => (run.length > best.length ? run : best), []));
}
