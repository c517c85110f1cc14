import type { FieldDescriptor } from '../../codegen/descriptors.js';
import { rowFields } from '../../fields/inner-fields.js';
import { constantFor } from '../../fields/never-empty.js';
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../util/json.js';

/** The data of a line in which a default replaces `null`: an older service may have exported it. */
export function fillEmpty(fields: readonly FieldDescriptor[], data: JsonObject): JsonObject {
  const filled: Record<string, JsonValue> = { ...data };
  for (const field of fields) {
    const value = ownValue(data, field.name);
    if (value !== undefined) filled[field.name] = filledValue(field, value);
  }
  return filled;
}

function filledValue(field: FieldDescriptor, value: JsonValue): JsonValue {
  if (value === null) return constantFor(field) ?? null;
  if (field.type === 'group') return isJsonObject(value) ? fillEmpty(field.fields, value) : value;
  if ((field.type !== 'array' && field.type !== 'blocks') || !Array.isArray(value)) return value;
  return (value as readonly JsonValue[]).map((row) =>
    isJsonObject(row) ? fillEmpty(rowFields(field, row), row) : row,
  );
}
