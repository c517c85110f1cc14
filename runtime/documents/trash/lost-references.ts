/**
 * References that a document loses when their target goes to the trash, and how they come back with it
 * (docs/spec/content-tools.md#trash).
 */
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../util/json.js';
import {
  type Pointer,
  pointerOf,
  type ReferenceNode,
  type ReferencePlan,
  rowPlan,
} from '../relations/reference-plan.js';

/** A step of a path in a document: the name of a field, or the id of a row in the list before it. */
export type LostStep = string | { readonly row: string };

/** A reference that was removed from a document. */
export interface LostReference {
  /** `posts`, `globals.site`: what the document is of. */
  readonly of: string;
  readonly id: string;
  /** The view that has lost it. */
  readonly view: 'published' | 'pending';
  readonly at: readonly LostStep[];
  /** The value of the relation, or the whole row where the row was removed with it. */
  readonly value: JsonValue;
  /** How it comes back: as the value of an empty field, at the end of a list, or as a row of a list. */
  readonly as: 'value' | 'entry' | 'row';
}

/** Where in a document, and what. */
export interface LostPlace extends Pick<LostReference, 'at' | 'value' | 'as'> {
  readonly target: Pointer;
}

/** The references of a document to targets that go. */
export function lostPlaces(
  plan: ReferencePlan,
  document: JsonObject,
  isGone: (pointer: Pointer) => boolean,
): readonly LostPlace[] {
  const found: LostPlace[] = [];
  look(plan, document, { at: [], inRow: null, isGone, found });
  return found;
}

interface Looking {
  readonly at: readonly LostStep[];
  /** The row around, and the place of its list; null outside of rows. */
  readonly inRow: { readonly list: readonly LostStep[]; readonly row: JsonObject } | null;
  readonly isGone: (pointer: Pointer) => boolean;
  readonly found: LostPlace[];
}

/** Returns whether the row around is removed as a whole: then nothing else in it has to come back. */
function look(plan: ReferencePlan, data: JsonObject, looking: Looking): boolean {
  return plan.some((node) => lookAt(node, data, looking));
}

function lookAt(node: ReferenceNode, data: JsonObject, looking: Looking): boolean {
  const { at, inRow, isGone, found } = looking;
  const value = ownValue(data, node.name) ?? null;
  const here = [...at, node.name];
  if (node.kind === 'group') {
    return isJsonObject(value) && look(node.nodes, value, { ...looking, at: here });
  }
  if (node.kind === 'relation') {
    const { field } = node;
    const entries = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
    for (const entry of entries) {
      const target = pointerOf(field, entry);
      if (target === null || !isGone(target)) continue;
      if (inRow !== null && field.onDelete === 'cascade') {
        found.push({ target, at: inRow.list, value: inRow.row, as: 'row' });
        return true;
      }
      found.push({ target, at: here, value: entry, as: field.hasMany ? 'entry' : 'value' });
    }
    return false;
  }
  for (const row of Array.isArray(value) ? (value as readonly JsonValue[]) : []) {
    const id = isJsonObject(row) ? ownValue(row, 'id') : undefined;
    if (!isJsonObject(row) || typeof id !== 'string') continue;
    const own: LostPlace[] = [];
    const inside = { at: [...here, { row: id }], inRow: { list: here, row }, isGone, found: own };
    const isRemoved = look(rowPlan(node, row), row, inside);
    found.push(...(isRemoved ? own.filter(({ as, value: kept }) => as === 'row' && kept === row) : own));
  }
  return false;
}

/**
 * Puts references back where their fields are still empty; entries and rows come to the end of their lists.
 * Returns the same object where nothing comes back.
 */
export function refill(
  document: JsonObject,
  places: readonly Pick<LostPlace, 'at' | 'value' | 'as'>[],
): JsonObject {
  let filled = document;
  for (const place of places) filled = refillAt(filled, place.at, place);
  return filled;
}

function refillAt(
  data: JsonObject,
  [step, ...rest]: readonly LostStep[],
  place: Pick<LostPlace, 'value' | 'as'>,
): JsonObject {
  if (typeof step !== 'string' || !Object.hasOwn(data, step)) return data;
  const value = data[step] ?? null;
  const [next, ...inside] = rest;
  if (next === undefined) {
    const back = filledValue(value, place);
    return back === value ? data : { ...data, [step]: back };
  }
  if (typeof next === 'string') {
    if (!isJsonObject(value)) return data;
    const back = refillAt(value, rest, place);
    return back === value ? data : { ...data, [step]: back };
  }
  if (!Array.isArray(value)) return data;
  const rows = value as readonly JsonValue[];
  const back = rows.map((row) =>
    isJsonObject(row) && ownValue(row, 'id') === next.row ? refillAt(row, inside, place) : row,
  );
  return back.every((row, position) => row === rows[position]) ? data : { ...data, [step]: back };
}

function filledValue(value: JsonValue, { value: lost, as }: Pick<LostPlace, 'value' | 'as'>): JsonValue {
  if (as === 'value') return value === null ? lost : value;
  if (value !== null && !Array.isArray(value)) return value;
  const list = (value ?? []) as readonly JsonValue[];
  const keyOf = (entry: JsonValue): string =>
    as === 'row' && isJsonObject(entry) ? String(ownValue(entry, 'id')) : JSON.stringify(entry);
  return list.some((entry) => keyOf(entry) === keyOf(lost)) ? value : [...list, lost];
}
