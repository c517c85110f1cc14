import type { FieldDescriptor } from '../codegen/descriptors.js';

/**
 * The columns that keep a field's value, in the order of `encodeColumns`. Empty for a group, a join, a
 * `hasMany` relation and all fields inside rows.
 */
export function fieldColumns(field: FieldDescriptor): readonly string[] {
  switch (field.type) {
    case 'group':
    case 'join':
      return [];
    case 'point':
      return field.columns ?? [];
    case 'relationship': {
      if (field.column === undefined) return [];
      return field.collectionColumn === undefined ? [field.column] : [field.column, field.collectionColumn];
    }
    default:
      return field.column === undefined ? [] : [field.column];
  }
}

/**
 * The fields of a document that store a value: the fields of groups are included, those of rows are not, and
 * joins store nothing.
 */
export function storedFields(fields: readonly FieldDescriptor[]): readonly StoredField[] {
  return fields.flatMap((field): readonly StoredField[] => {
    if (field.type === 'group') return storedFields(field.fields);
    return field.type === 'join' ? [] : [field];
  });
}

/** A field that stores a value. */
export type StoredField = Exclude<FieldDescriptor, { readonly type: 'group' | 'join' }>;

/** Whether the value is a list: its empty form is `[]`, not `null`. */
export function isList(field: FieldDescriptor): boolean {
  return field.type === 'array' || field.type === 'blocks' || ('hasMany' in field && field.hasMany === true);
}
