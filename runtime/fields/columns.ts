import type { JsonValue } from '../util/json.js';
import type { FieldDescriptor, StoredField } from './field-descriptor.js';
import type { ColumnRow, ColumnValue } from './field-type.js';
import { fieldTypeOf, storedTypeOf } from './index.js';
import { isStored } from './writable.js';

export type { StoredField } from './field-descriptor.js';

/**
 * The names of the columns that keep a field's value, in the order of `encodeColumns`. Empty for a group, a
 * join, a `hasMany` relation and all fields inside rows.
 */
export function fieldColumns(field: FieldDescriptor): readonly string[] {
  return fieldTypeOf(field)
    .columns(field)
    .map(({ name }) => name);
}

/**
 * A field's value as its columns store it; the value is complete, as the API returns it. A `hasMany` relation
 * has no columns.
 */
export function encodeColumns(field: StoredField, value: JsonValue): readonly ColumnValue[] {
  return storedTypeOf(field).encode(field, value);
}

/** A field's value as the API returns it, from its columns. */
export function decodeColumns(field: StoredField, row: ColumnRow): JsonValue {
  return storedTypeOf(field).decode(field, row);
}

/**
 * The fields of a document that store a value: the fields of groups are included, those of rows are not, and
 * joins and virtual fields store nothing.
 */
export function storedFields(fields: readonly FieldDescriptor[]): readonly StoredField[] {
  return fields.flatMap((field): readonly StoredField[] => {
    if (field.type === 'group') return storedFields(field.fields);
    return isStored(field) ? [field] : [];
  });
}

/** Whether the value is a list: its empty form is `[]`, not `null`. */
export function isList(field: FieldDescriptor): boolean {
  return fieldTypeOf(field).isList(field);
}
