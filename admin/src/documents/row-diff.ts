import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../runtime/util/json.js';
import { commonSequence, type Pair } from './common-sequence.js';
import { rowFields, withoutRowIds } from './form-values.js';

/** The change of a row between two states of a list. */
export interface RowChange {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
  /** Positions start at 1. */
  readonly from: number | null;
  readonly to: number | null;
}

/**
 * Returns the changed rows of a list, in the order of the newer list, removed rows at the end. Rows are
 * matched by their ids. A client that writes a list without ids gives new ids to all of its rows: those are
 * matched by their content, and the rest by position.
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
  /** Content without the ids of rows: equal texts for equal rows. */
  readonly content: string;
}

function rowsOf(field: AdminFieldMeta, value: JsonValue): Row[] {
  const rows = Array.isArray(value) ? (value as readonly JsonValue[]).filter(isJsonObject) : [];
  return rows.map((row) => {
    const { id, ...content } = withoutRowIds(rowFields(field, row), row);
    return { row, id: typeof id === 'string' ? id : null, content: canonicalText(content) };
  });
}

/** Returns JSON with sorted keys, since the order of keys has no meaning. */
function canonicalText(value: JsonValue): string {
  return JSON.stringify(value, (_key, each: JsonValue) =>
    isJsonObject(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

/** Maps the position of each row of the newer list to its position in the older list, if it was there. */
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
    // If rows have ids, a row with an unknown id is another row.
    (!hasIds || one?.id === null || other?.id === null) && one?.row['blockType'] === other?.row['blockType'];
  const pairs = matched(
    leftOld.map((index) => old[index]?.content ?? ''),
    leftRecent.map((index) => recent[index]?.content ?? ''),
    ([one, other]) => mayBeSame(old[leftOld[one] ?? -1], recent[leftRecent[other] ?? -1]),
  );
  for (const [one, other] of pairs) origins.set(leftRecent[other] ?? -1, leftOld[one] ?? -1);
  return origins;
}

/**
 * Returns pairs of rows with equal content, and between two such pairs the rows at the same position that may
 * be the same row.
 */
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

/** Returns the longest sequence of old positions that are still in order: all other rows have been moved. */
function unmoved(positions: readonly number[]): ReadonlySet<number> {
  const runs: number[][] = [];
  for (const position of positions.filter((each) => each >= 0)) {
    const before = runs.filter((run) => (run.at(-1) ?? -1) < position);
    const longest = before.reduce<number[]>((best, run) => (run.length > best.length ? run : best), []);
    runs.push([...longest, position]);
  }
  return new Set(runs.reduce<number[]>((best, run) => (run.length > best.length ? run : best), []));
}
