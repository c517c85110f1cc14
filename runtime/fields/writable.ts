import type { FieldDescriptor, GroupField, StoredField } from './field-descriptor.js';

/** Whether the body of a write may name a field. Of a group: whether it may name any of its fields. */
export function isWritable(field: FieldDescriptor): boolean {
  if (field.type === 'group') return field.fields.some(isWritable);
  return isStored(field) && field.readOnly !== true;
}

/** Whether stored documents have the field: joins and virtual fields exist only in responses. */
export function isStored(field: FieldDescriptor): field is StoredField | GroupField {
  return field.type !== 'join' && field.virtual !== true;
}

/** Whether any of the fields is virtual, in groups and rows too. */
export function hasVirtual(fields: readonly FieldDescriptor[]): boolean {
  return fields.some((field) => {
    if (field.type === 'group' || field.type === 'array') return hasVirtual(field.fields);
    if (field.type === 'blocks') return field.blocks.some((block) => hasVirtual(block.fields));
    return field.virtual === true;
  });
}
