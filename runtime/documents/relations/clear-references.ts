import type { FieldDescriptor, RelationshipField } from '../../codegen/descriptors.js';
import { groupData, isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../util/json.js';
import {
  type Pointer,
  pointerOf,
  type Reference,
  type ReferenceNode,
  type ReferencePlan,
  rowPlan,
} from './reference-plan.js';

/** Whether a reference is removed, from the field that has it. */
export type IsGone = (pointer: Pointer, field: RelationshipField) => boolean;

/**
 * Removes these references, each from the field that has it: other fields may keep theirs to the same
 * document.
 */
export function isAmong(references: readonly Reference[]): IsGone {
  const byField = new Map<RelationshipField, Set<string>>();
  for (const { field, collection, id } of references) {
    const known = byField.get(field) ?? new Set();
    byField.set(field, known.add(`${collection}/${id}`));
  }
  return ({ collection, id }, field) => byField.get(field)?.has(`${collection}/${id}`) === true;
}

/** A document without its references to documents that are being deleted. */
export interface ClearedDocument {
  readonly data: Record<string, JsonValue>;
  /** Fields that the deletion would leave empty although they are required. */
  readonly emptied: readonly EmptiedField[];
}

export interface EmptiedField {
  readonly field: FieldDescriptor;
  /** Position of the field in the config, as in a reference. */
  readonly site: string;
}

/**
 * Removes references from a document: a single relation becomes `null`, a list loses the entry, and a row
 * whose relation has `cascade` is removed as a whole.
 */
export function clearReferences(plan: ReferencePlan, document: JsonObject, isGone: IsGone): ClearedDocument {
  const emptied: EmptiedField[] = [];
  const data = clear(plan, document, { isGone, emptied, inRows: false });
  // Only rows cascade here: a document that does is deleted instead.
  return { data: data ?? { ...document }, emptied };
}

interface Clearing {
  readonly isGone: IsGone;
  readonly emptied: EmptiedField[];
  readonly inRows: boolean;
}

/** Null when the row that contains `data` is removed. */
function clear(plan: ReferencePlan, data: JsonObject, clearing: Clearing): Record<string, JsonValue> | null {
  const cleared: Record<string, JsonValue> = { ...data };
  for (const node of plan) {
    const value = clearNode(node, data, clearing);
    if (value === undefined) return null;
    cleared[node.name] = value;
  }
  return cleared;
}

/** Undefined when the row that contains the field is removed. */
function clearNode(node: ReferenceNode, data: JsonObject, clearing: Clearing): JsonValue | undefined {
  switch (node.kind) {
    case 'group':
      return clear(node.nodes, groupData(data, node.name), clearing) ?? undefined;
    case 'relation':
      return clearRelation(node, ownValue(data, node.name) ?? null, clearing);
    default:
      return clearRows(node, ownValue(data, node.name) ?? null, clearing);
  }
}

function clearRelation(
  { field, site }: Extract<ReferenceNode, { kind: 'relation' }>,
  value: JsonValue,
  { isGone, emptied, inRows }: Clearing,
): JsonValue | undefined {
  const gone = (entry: JsonValue): boolean => {
    const pointer = pointerOf(field, entry);
    return pointer !== null && isGone(pointer, field);
  };
  const entries = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  if (!entries.some(gone)) return value;
  if (inRows && field.onDelete === 'cascade') return undefined;
  const left = entries.filter((entry) => !gone(entry));
  if (field.required === true && left.length === 0) emptied.push({ field, site });
  return field.hasMany ? left : null;
}

function clearRows(
  node: Extract<ReferenceNode, { kind: 'rows' | 'blocks' }>,
  value: JsonValue,
  clearing: Clearing,
): JsonValue {
  if (!Array.isArray(value)) return value;
  const rows = value as readonly JsonValue[];
  const left = rows.flatMap((row): readonly JsonValue[] => {
    if (!isJsonObject(row)) return [row];
    const cleared = clear(rowPlan(node, row), row, { ...clearing, inRows: true });
    return cleared === null ? [] : [cleared];
  });
  const { field, site } = node;
  if (field.required === true && left.length === 0 && rows.length > 0) clearing.emptied.push({ field, site });
  return left;
}
