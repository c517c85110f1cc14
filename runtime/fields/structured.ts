import type { FieldDescriptor, StructuredField } from './field-descriptor.js';

const structured: Readonly<Record<StructuredField['type'], true>> = {
  relationship: true,
  upload: true,
  join: true,
  group: true,
  array: true,
  blocks: true,
};

/** Whether other fields or documents are behind a field. */
export function isStructured(field: FieldDescriptor): field is StructuredField {
  return Object.hasOwn(structured, field.type);
}
