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
 * Rows come before what is inside of them. Returns the same object where nothing comes back.
 */
export function refill(
  document: JsonObject,
  places: readonly Pick<LostPlace, 'at' | 'value' | 'as'>[],
): JsonObject {
  const root = newNode();
  for (const { at, ...place } of places) {
    let node = root;
    for (const step of at) node = childOf(node, step);
    node.own.push(place);
  }
  return refillFields(document, root);
}

/** What comes back at one step of a path: a list may get thousands of entries, and is written once. */
interface RefillNode {
  readonly own: Pick<LostPlace, 'value' | 'as'>[];
  readonly fields: Map<string, RefillNode>;
  readonly rows: Map<string, RefillNode>;
}

function newNode(): RefillNode {
  return { own: [], fields: new Map(), rows: new Map() };
}

function childOf({ fields, rows }: RefillNode, step: LostStep): RefillNode {
  const [children, key] = typeof step === 'string' ? [fields, step] : [rows, step.row];
  const known = children.get(key) ?? newNode();
  children.set(key, known);
  return known;
}

function refillFields(data: JsonObject, { fields }: RefillNode): JsonObject {
  let filled = data;
  for (const [name, node] of fields) {
    if (!Object.hasOwn(data, name)) continue;
    const value = data[name] ?? null;
    const back = refillInside(filledValue(value, node.own), node);
    if (back !== value) filled = { ...filled, [name]: back };
  }
  return filled;
}

function refillInside(value: JsonValue, node: RefillNode): JsonValue {
  if (isJsonObject(value)) return refillFields(value, node);
  if (!Array.isArray(value) || node.rows.size === 0) return value;
  const rows = value as readonly JsonValue[];
  const back = rows.map((row) => {
    const inside = isJsonObject(row) ? node.rows.get(String(ownValue(row, 'id'))) : undefined;
    return inside === undefined || !isJsonObject(row) ? row : refillFields(row, inside);
  });
  return back.every((row, position) => row === rows[position]) ? value : back;
}

function filledValue(value: JsonValue, lost: RefillNode['own']): JsonValue {
  let filled = value;
  for (const as of ['value', 'entry', 'row'] as const) {
    const own = lost.filter((one) => one.as === as);
    if (own.length > 0) filled = as === 'value' ? (filled ?? own[0]?.value ?? null) : longer(filled, own, as);
  }
  return filled;
}

/** A list with those at its end that are not in it. */
function longer(value: JsonValue, lost: RefillNode['own'], as: 'entry' | 'row'): JsonValue {
  if (value !== null && !Array.isArray(value)) return value;
  const list = (value ?? []) as readonly JsonValue[];
  const keyOf = (entry: JsonValue): string =>
    as === 'row' && isJsonObject(entry) ? String(ownValue(entry, 'id')) : JSON.stringify(entry);
  const known = new Set(list.map(keyOf));
  const more: JsonValue[] = [];
  for (const { value: entry } of lost) {
    const key = keyOf(entry);
    if (!known.has(key)) more.push(entry);
    known.add(key);
  }
  return more.length === 0 ? value : [...list, ...more];
}
