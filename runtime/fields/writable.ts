import type { FieldDescriptor } from './field-descriptor.js';

/** Whether the body of a write may name a field. Of a group: whether it may name any of its fields. */
export function isWritable(field: FieldDescriptor): boolean {
  if (field.type === 'group') return field.fields.some(isWritable);
  return field.type !== 'join' && field.readOnly !== true;
}
