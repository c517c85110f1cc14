import type { FieldDescriptor } from '../../../codegen/descriptors.js';
import { isWritable } from '../../../fields/writable.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../util/json.js';

/**
 * Returns the values that every requester may set: those of fields without an access list, at every level.
 * Other keys are dropped (docs/spec/auth.md#endpoints), so that a registration cannot set a role.
 */
export function openFields(fields: readonly FieldDescriptor[], values: JsonObject): JsonObject {
  const open: Record<string, JsonValue> = {};
  for (const field of fields) {
    const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
    if (value === undefined || field.access !== undefined || !isWritable(field)) continue;
    open[field.name] = openValue(field, value);
  }
  return open;
}

/** A value that does not fit its field is left as it is: the validator reports it. */
function openValue(field: FieldDescriptor, value: JsonValue): JsonValue {
  if (field.type === 'group') return isJsonObject(value) ? openFields(field.fields, value) : value;
  if (field.type === 'array') return openRows(value, () => field.fields, []);
  if (field.type !== 'blocks') return value;
  const fieldsOf = (row: JsonObject): readonly FieldDescriptor[] =>
    field.blocks.find(({ slug }) => slug === row['blockType'])?.fields ?? [];
  return openRows(value, fieldsOf, ['blockType']);
}

function openRows(
  rows: JsonValue,
  fieldsOf: (row: JsonObject) => readonly FieldDescriptor[],
  kept: readonly string[],
): JsonValue {
  if (!Array.isArray(rows)) return rows;
  return rows.map((row: JsonValue) => {
    if (!isJsonObject(row)) return row;
    const head = Object.fromEntries(Object.entries(row).filter(([key]) => kept.includes(key)));
    return { ...head, ...openFields(fieldsOf(row), row) };
  });
}
