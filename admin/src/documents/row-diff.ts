import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../runtime/util/json.js';
import { commonSequence, type Pair } from './common-sequence.js';
import { rowFields, withoutRowIds } from './form-values.js';

/** What became of a row between two states of a list. */
export interface RowChange {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
  /** Positions from 1. */
  readonly from: number | null;
  readonly to: number | null;
}

/**
 * The rows of a list of rows that are not as they were, in the order of the newer list, removed ones at the end. Rows are known again by their
 * ids. Whoever writes a list without ids gives new ones to all of its rows: those are known by what they say, and what is left by its place.
 */
export function diffRows(field: AdminFieldMeta, before: JsonValue, after: JsonValue): RowChange[] {
  const old = rowsOf(field, before);
  const recent = rowsOf(field, after);
  const origins = originsOf(old, recent);
  const settled = unmoved(recent.map((_, index) => origins.get(index) ?? -1));
  const changes = recent.flatMap(({ row, content }, index): RowChange[] => {
    const from = origins.get(index);
    const previous = from === undefined ? undefined : old[from];
    if (from === undefined || previous === undefined) {
      return [{ kind: 'added', before: null, after: row, from: null, to: index + 1 }];
    }
    const place = { before: previous.row, after: row, from: from + 1, to: index + 1 };
    if (previous.content !== content) return [{ kind: 'changed', ...place }];
    return settled.has(from) ? [] : [{ kind: 'moved', ...place }];
  });
  const kept = new Set(origins.values());
  const removed = old.flatMap(({ row }, index): RowChange[] =>
    kept.has(index) ? [] : [{ kind: 'removed', before: row, after: null, from: index + 1, to: null }],
  );
  return [...changes, ...removed];
}

interface Row {
  readonly row: JsonObject;
  readonly id: string | null;
  /** What it says, without ids of rows: equal texts for equal rows. */
  readonly content: string;
}

function rowsOf(field: AdminFieldMeta, value: JsonValue): Row[] {
  const rows = Array.isArray(value) ? (value as readonly JsonValue[]).filter(isJsonObject) : [];
  return rows.map((row) => {
    const { id, ...content } = withoutRowIds(rowFields(field, row), row);
    return { row, id: typeof id === 'string' ? id : null, content: canonicalText(content) };
  });
}

/** JSON with the keys of objects in one order, which says nothing. */
function canonicalText(value: JsonValue): string {
  return JSON.stringify(value, (_key, each: JsonValue) =>
    isJsonObject(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

/** For each row of the newer list, by position, that was there before: where. */
function originsOf(old: readonly Row[], recent: readonly Row[]): ReadonlyMap<number, number> {
  const origins = new Map<number, number>();
  const positions = new Map(old.flatMap(({ id }, index) => (id === null ? [] : [[id, index]])));
  recent.forEach(({ id }, index) => {
    const from = id === null ? undefined : positions.get(id);
    if (from !== undefined) origins.set(index, from);
  });
  const hasIds = origins.size > 0;
  const known = new Set(origins.values());
  const leftOld = old.flatMap((_, index) => (known.has(index) ? [] : [index]));
  const leftRecent = recent.flatMap((_, index) => (origins.has(index) ? [] : [index]));
  const mayBeSame = (one: Row | undefined, other: Row | undefined): boolean =>
    // Among rows with ids one that is not known again is another row.
    (!hasIds || one?.id === null || other?.id === null) && one?.row['blockType'] === other?.row['blockType'];
  const pairs = matched(
    leftOld.map((index) => old[index]?.content ?? ''),
    leftRecent.map((index) => recent[index]?.content ?? ''),
    ([one, other]) => mayBeSame(old[leftOld[one] ?? -1], recent[leftRecent[other] ?? -1]),
  );
  for (const [one, other] of pairs) origins.set(leftRecent[other] ?? -1, leftOld[one] ?? -1);
  return origins;
}

/** Pairs of equal contents, and of what stands between two such pairs those of one place that may be the same row. */
function matched(
  before: readonly string[],
  after: readonly string[],
  mayBeSame: (pair: Pair) => boolean,
): Pair[] {
  const equal = commonSequence(before, after);
  const pairs: Pair[] = [];
  let [row, column] = [0, 0];
  for (const [one, other] of [...equal, [before.length, after.length] as const]) {
    const between = Math.min(one - row, other - column);
    const places = Array.from({ length: between }, (_, index): Pair => [row + index, column + index]);
    pairs.push(...places.filter(mayBeSame));
    [row, column] = [one + 1, other + 1];
  }
  return [...equal, ...pairs];
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
