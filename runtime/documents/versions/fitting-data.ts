import type { FieldDescriptor, GroupField } from '../../codegen/descriptors.js';
import type { StoredField } from '../../fields/columns.js';
import { constantFor } from '../../fields/never-empty.js';
import { isStored } from '../../fields/writable.js';
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../util/json.js';
import { completeValue, emptyValue } from '../write/complete-value.js';

/**
 * The values of an old document for the fields of the current config. Removed fields, values that no longer
 * fit their field, and rows of removed blocks are left out; nothing is added.
 */
export function fittingData(fields: readonly FieldDescriptor[], data: JsonObject): Record<string, JsonValue> {
  const fitting: Record<string, JsonValue> = {};
  for (const field of fields) {
    const value = ownValue(data, field.name);
    if (value === undefined || !isStored(field)) continue;
    const kept = fittingValue(field, value);
    if (kept !== undefined) fitting[field.name] = kept;
  }
  return fitting;
}

/** The same with every field, empty where the old document has nothing for it. */
export function fittingDocument(
  fields: readonly FieldDescriptor[],
  data: JsonObject,
): Record<string, JsonValue> {
  const document: Record<string, JsonValue> = {};
  for (const field of fields) {
    if (!isStored(field)) continue;
    const value = ownValue(data, field.name);
    const kept = value === undefined ? undefined : fittingValue(field, value);
    document[field.name] =
      field.type === 'group'
        ? fittingDocument(field.fields, isJsonObject(kept) ? kept : {})
        : (kept ?? emptyValue(field));
  }
  return document;
}

function fittingValue(field: StoredField | GroupField, value: JsonValue): JsonValue | undefined {
  if (field.type === 'group') return isJsonObject(value) ? fittingData(field.fields, value) : undefined;
  if (field.type === 'array' || field.type === 'blocks') {
    return Array.isArray(value)
      ? (value as readonly JsonValue[]).flatMap((row) => fittingRow(field, row))
      : undefined;
  }
  if (value === null) return constantFor(field) ?? null;
  const issues: never[] = [];
  try {
    const complete = completeValue(field, {
      value,
      path: field.path,
      completion: { ids: () => '', issues, isDraft: true },
    });
    return issues.length === 0 ? complete : undefined;
  } catch {
    // The field has another type now.
    return undefined;
  }
}

function fittingRow(
  field: Extract<FieldDescriptor, { type: 'array' | 'blocks' }>,
  row: JsonValue,
): readonly JsonValue[] {
  if (!isJsonObject(row)) return [];
  const id = ownValue(row, 'id');
  const head = typeof id === 'string' ? { id } : {};
  if (field.type === 'array') return [{ ...head, ...fittingData(field.fields, row) }];
  const block = field.blocks.find(({ slug }) => slug === ownValue(row, 'blockType'));
  return block === undefined ? [] : [{ ...head, blockType: block.slug, ...fittingData(block.fields, row) }];
}
