import type { FieldDescriptor } from '../../codegen/descriptors.js';
import type { StoredField } from '../../fields/columns.js';
import { isStored } from '../../fields/writable.js';
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../util/json.js';
import { emptyValue } from './complete-value.js';

/**
 * The stored rows of an `array` or `blocks` field as the config describes them now: a field that was added
 * later is empty; removed fields and blocks of removed kinds are left out. Complete rows and all other values
 * stay as they are.
 */
export function completeRows(field: StoredField, value: JsonValue): JsonValue {
  if (!Array.isArray(value)) return value;
  const rows = value as readonly JsonValue[];
  if (field.type === 'array') return rows.filter(isJsonObject).map((row) => completeRow(row, field.fields));
  if (field.type !== 'blocks') return value;
  return rows.filter(isJsonObject).flatMap((row) => {
    const kind = field.blocks.find((block) => block.slug === ownValue(row, 'blockType'));
    return kind === undefined ? [] : [completeRow(row, kind.fields)];
  });
}

function completeRow(row: JsonObject, fields: readonly FieldDescriptor[]): JsonObject {
  const blockType = ownValue(row, 'blockType');
  const head =
    blockType === undefined
      ? { id: ownValue(row, 'id') ?? null }
      : { id: ownValue(row, 'id') ?? null, blockType };
  return { ...head, ...presentFields(row, fields) };
}

function presentFields(data: JsonObject, fields: readonly FieldDescriptor[]): JsonObject {
  const present: Record<string, JsonValue> = {};
  for (const field of fields) {
    if (!isStored(field)) continue;
    const value = ownValue(data, field.name);
    if (field.type === 'group')
      present[field.name] = presentFields(isJsonObject(value) ? value : {}, field.fields);
    else
      present[field.name] =
        value === undefined || value === null ? emptyValue(field) : completeRows(field, value);
  }
  return present;
}
