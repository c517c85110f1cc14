import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import type { JsonObject, JsonValue } from '../../../runtime/util/json.js';
import { fieldLeaves } from './field-leaves.js';
import { isRowField, rowFields } from './form-values.js';
import { type ListSides, mergedOrder, rowsById } from './merged-order.js';
import { valueAt, withValueAt } from './path.js';
import { isSame } from './same.js';

/** A field that both sides changed differently, or a row that one side changed and the other removed. */
export interface Conflict {
  /** The same as long as the conflict exists: rows are named by their ids. */
  readonly key: string;
  readonly field: AdminFieldMeta;
  /** Labels from the outside in: `Layout`, `2 Quote`, `Text`. */
  readonly labels: readonly string[];
  /** For a row, the whole list, which differs in this row only. */
  readonly base: JsonValue;
  readonly mine: JsonValue;
  readonly theirs: JsonValue;
}

export interface MergeSides {
  /** The version from which both sides started. */
  readonly base: JsonObject;
  /** The values in the form. */
  readonly mine: JsonObject;
  /** The stored values. */
  readonly theirs: JsonObject;
}

export interface MergeResult {
  /** The changes of both sides; for conflicts, the chosen side. */
  readonly values: JsonObject;
  readonly conflicts: readonly Conflict[];
  /** The base with the changes that only they made. */
  readonly taken: JsonObject;
}

interface Merge {
  readonly takesTheirs: (key: string) => boolean;
  readonly conflicts: Conflict[];
}

/** A position in the document. */
interface Place {
  readonly key: string;
  readonly labels: readonly string[];
}

interface Merged<T> {
  readonly value: T;
  readonly taken: T;
}

/**
 * Merges two changes of one document: field by field, and in lists row by row.
 *
 * @param takesTheirs - whether their side is chosen for a conflict. Default: always mine.
 */
export function mergeChanges(
  fields: readonly AdminFieldMeta[],
  sides: MergeSides,
  takesTheirs: (key: string) => boolean = () => false,
): MergeResult {
  const merge: Merge = { takesTheirs, conflicts: [] };
  const { value, taken } = mergeFields(merge, fields, sides, { key: '', labels: [] });
  return { values: value, taken, conflicts: merge.conflicts };
}

function mergeFields(
  merge: Merge,
  fields: readonly AdminFieldMeta[],
  { base, mine, theirs }: MergeSides,
  place: Place,
): Merged<JsonObject> {
  let value = theirs;
  let taken = base;
  for (const { field, path, labels } of fieldLeaves(fields)) {
    const merged = mergeValue(
      merge,
      field,
      { base: valueAt(base, path), mine: valueAt(mine, path), theirs: valueAt(theirs, path) },
      { key: [place.key, ...path].filter(Boolean).join('.'), labels: [...place.labels, ...labels] },
    );
    if (merged === null) continue;
    value = withValueAt(value, path, merged.value);
    taken = withValueAt(taken, path, merged.taken);
  }
  return { value, taken };
}

/** Null if both sides are equal. */
function mergeValue(
  merge: Merge,
  field: AdminFieldMeta,
  sides: Pick<Conflict, 'base' | 'mine' | 'theirs'>,
  place: Place,
): Merged<JsonValue> | null {
  const { base, mine, theirs } = sides;
  if (isSame(mine, theirs)) return null;
  if (isSame(base, mine)) return { value: theirs, taken: theirs };
  if (isSame(base, theirs)) return { value: mine, taken: base };
  const rows = isRowField(field) ? rowsById(sides) : null;
  const order = rows && mergedOrder(rows);
  if (rows && order) return mergeRows(merge, field, { rows, order, sides }, place);
  merge.conflicts.push({ ...place, field, ...sides });
  return { value: merge.takesTheirs(place.key) ? theirs : mine, taken: base };
}

interface RowList {
  readonly rows: ListSides;
  /** Ids, in the order of the merged list. */
  readonly order: readonly string[];
  readonly sides: Pick<Conflict, 'base'>;
}

function mergeRows(
  merge: Merge,
  field: AdminFieldMeta,
  { rows, order, sides }: RowList,
  place: Place,
): Merged<JsonValue> {
  const value: JsonValue[] = [];
  const taken: JsonValue[] = [];
  for (const id of order) {
    const row = mergeRow(merge, field, { rows, id, list: sides.base }, place);
    if (row.value) value.push(row.value);
    if (row.taken) taken.push(row.taken);
  }
  return { value, taken };
}

interface OneRow {
  readonly rows: ListSides;
  readonly id: string;
  /** The list before the changes. */
  readonly list: JsonValue;
}

/** Undefined means that the row does not exist. */
function mergeRow(
  merge: Merge,
  field: AdminFieldMeta,
  { rows, id, list }: OneRow,
  place: Place,
): Merged<JsonObject | undefined> {
  const [base, mine, theirs] = [rows.base.get(id), rows.mine.get(id), rows.theirs.get(id)];
  if (isSame(mine, theirs)) return { value: theirs, taken: base };
  if (isSame(base, mine)) return { value: theirs, taken: theirs };
  if (isSame(base, theirs)) return { value: mine, taken: base };
  const at = rowPlace(field, { rows, id }, place);
  if (base && mine && theirs && mine['blockType'] === theirs['blockType']) {
    return mergeFields(merge, rowFields(field, mine), { base, mine, theirs }, at);
  }
  const listWith = (row: JsonObject | undefined): JsonValue => withRow(list, id, row);
  merge.conflicts.push({ ...at, field, base: list, mine: listWith(mine), theirs: listWith(theirs) });
  return { value: merge.takesTheirs(at.key) ? theirs : mine, taken: base };
}

function rowPlace(field: AdminFieldMeta, { rows, id }: Omit<OneRow, 'list'>, place: Place): Place {
  const side = rows.mine.has(id) ? rows.mine : rows.theirs;
  const block = field.blocks?.find(({ slug }) => slug === side.get(id)?.['blockType'])?.label;
  const label = [[...side.keys()].indexOf(id) + 1, block].filter(Boolean).join(' ');
  return { key: `${place.key}.${id}`, labels: [...place.labels, label] };
}

function withRow(list: JsonValue, id: string, row: JsonObject | undefined): JsonValue {
  const rows: readonly JsonValue[] = Array.isArray(list) ? list : [];
  return rows.flatMap((one) => (valueAt(one, ['id']) === id ? (row ?? []) : [one]));
}
