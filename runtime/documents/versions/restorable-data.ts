import type { DocumentAccess } from '../../access/document-access.js';
import type { FieldDescriptor } from '../../codegen/descriptors.js';
import type { Connection } from '../../storage/driver.js';
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../util/json.js';
import type { DocumentEnvironment } from '../document-environment.js';
import type { DocumentType } from '../document-type.js';
import { badTargets } from '../relations/check-targets.js';
import { clearReferences, isAmong } from '../relations/clear-references.js';
import { collectReferences } from '../relations/reference-plan.js';
import type { Validator } from '../validator.js';
import { writablePart, wrongReadOnlyValues } from '../write/read-only-fields.js';
import { fittingData } from './fitting-data.js';

export interface Restoration {
  readonly environment: Pick<DocumentEnvironment, 'tables'>;
  readonly type: DocumentType;
  readonly snapshot: JsonObject;
  readonly validator: Validator;
  readonly access: DocumentAccess | null;
}

/**
 * The data of a write that brings an old version back, as far as possible: without fields that were removed
 * or have another type, values that are no longer valid, references to deleted documents and to files of
 * types that their fields do not take, and fields that the requester must not change.
 */
export async function restorableData(
  connection: Connection,
  { environment: { tables }, type, snapshot, validator, access }: Restoration,
): Promise<JsonObject> {
  const { fields, drafts } = type.model.descriptor;
  const fitting = fittingData(fields, snapshot);
  const allowed = access === null ? fitting : withoutFixed(fields, fitting, access.fields.fixed);
  const valid = withoutIssues(type, validator, allowed);
  const { missing, unfit } = await badTargets(connection, {
    references: collectReferences(type.references, valid),
    tables,
  });
  const bad = [...missing, ...unfit];
  if (bad.length === 0) return valid;
  const { data, emptied } = clearReferences(type.references, valid, isAmong(bad));
  const cleared = namedIn(valid, data);
  // A draft may lack what is required; without drafts the document keeps its current values.
  if (!drafts) for (const { site } of emptied) delete cleared[site.split('.')[0] ?? site];
  return cleared;
}

/**
 * The data with cleared references, limited to the keys of the old data: clearing adds the keys that groups
 * do not name.
 */
function namedIn(old: JsonObject, data: JsonObject): Record<string, JsonValue> {
  return Object.fromEntries(
    Object.entries(old).map(([name, before]) => {
      const value = data[name] ?? null;
      return [name, isJsonObject(before) && isJsonObject(value) ? namedIn(before, value) : value];
    }),
  );
}

function withoutFixed(
  fields: readonly FieldDescriptor[],
  data: JsonObject,
  fixed: { has(field: FieldDescriptor): boolean },
): Record<string, JsonValue> {
  const allowed: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(data)) {
    const field = fields.find((one) => one.name === name);
    // The keys of rows: `id` and `blockType`.
    if (field === undefined) allowed[name] = value;
    else if (!fixed.has(field)) allowed[name] = withoutFixedInside(field, value, fixed);
  }
  return allowed;
}

function withoutFixedInside(
  field: FieldDescriptor,
  value: JsonValue,
  fixed: { has(field: FieldDescriptor): boolean },
): JsonValue {
  if (field.type === 'group' && isJsonObject(value)) return withoutFixed(field.fields, value, fixed);
  if ((field.type !== 'array' && field.type !== 'blocks') || !Array.isArray(value)) return value;
  return (value as readonly JsonValue[]).map((row) => {
    if (!isJsonObject(row)) return row;
    const block =
      field.type === 'array' ? field : field.blocks.find(({ slug }) => slug === ownValue(row, 'blockType'));
    return withoutFixed(block?.fields ?? [], row, fixed);
  });
}

/**
 * Max rounds of validation: removing a value may cause another issue, such as a list that is too short now.
 */
const maxRounds = 5;

/** Data without the values that a validator rejects, and without wrong values of read-only fields. */
export function withoutIssues(type: DocumentType, validator: Validator, data: JsonObject): JsonObject {
  const left = structuredClone(data) as Record<string, JsonValue>;
  for (const { path } of wrongReadOnlyValues(type, left)) remove(left, path.split('.'));
  for (let round = 0; round < maxRounds; round += 1) {
    const result = validator.safeParse(writablePart(type.model.descriptor.fields, left));
    if (result.success) return left;
    for (const { path, keys } of result.error.issues) {
      const names = path.map(String);
      for (const key of keys ?? []) remove(left, [...names, key]);
      if (keys === undefined) remove(left, round === maxRounds - 1 ? names.slice(0, 1) : names);
    }
  }
  return left;
}

/** Removes the value at a path. A path that ends at an entry of a list removes the whole list. */
function remove(data: Record<string, JsonValue>, path: readonly string[]): void {
  const [name, ...rest] = path;
  if (name === undefined || !Object.hasOwn(data, name)) return;
  const value = data[name];
  const [position, ...inside] = rest;
  if (isJsonObject(value) && position !== undefined) {
    remove(value as Record<string, JsonValue>, rest);
  } else if (Array.isArray(value) && position !== undefined && inside.length > 0) {
    const row: JsonValue | undefined = (value as readonly JsonValue[])[Number(position)];
    if (isJsonObject(row)) remove(row as Record<string, JsonValue>, inside);
  } else delete data[name];
}
