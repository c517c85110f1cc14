import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import type { JsonObject, JsonValue } from '../../../runtime/util/json.js';
import { type FieldLeaf, fieldLeaves } from './field-leaves.js';
import { valueAt, withValueAt } from './path.js';
import { isSame } from './same.js';

/** A field that two people changed, each in another way. */
export interface FieldConflict extends FieldLeaf {
  readonly base: JsonValue;
  readonly mine: JsonValue;
  readonly theirs: JsonValue;
}

export interface MergeSides {
  /** What both began with. */
  readonly base: JsonObject;
  /** What stands in the form. */
  readonly mine: JsonObject;
  /** What is stored now. */
  readonly theirs: JsonObject;
}

export interface MergeResult {
  /** Changes of both sides; where they meet, mine. */
  readonly values: JsonObject;
  readonly conflicts: readonly FieldConflict[];
  /** What only they have changed. */
  readonly taken: readonly FieldLeaf[];
}

/** Brings two changes of one document together, field by field. */
export function mergeChanges(
  fields: readonly AdminFieldMeta[],
  { base, mine, theirs }: MergeSides,
): MergeResult {
  let values = theirs;
  const conflicts: FieldConflict[] = [];
  const taken: FieldLeaf[] = [];
  for (const leaf of fieldLeaves(fields)) {
    const sides = {
      base: valueAt(base, leaf.path),
      mine: valueAt(mine, leaf.path),
      theirs: valueAt(theirs, leaf.path),
    };
    if (isSame(sides.mine, sides.theirs)) continue;
    if (isSame(sides.base, sides.mine)) {
      taken.push(leaf);
      continue;
    }
    values = withValueAt(values, leaf.path, sides.mine);
    if (!isSame(sides.base, sides.theirs)) conflicts.push({ ...leaf, ...sides });
  }
  return { values, conflicts, taken };
}
