import type { FieldDescriptor } from '../../../runtime/codegen/descriptors.js';

/** Fields of every document that filters and sorts can name, as if the config had them. */
export const builtInFields: readonly FieldDescriptor[] = [
  { type: 'text', name: 'id', path: 'id', column: 'id' },
  { type: 'date', time: true, name: 'createdAt', path: 'createdAt', column: 'createdAt' },
  { type: 'date', time: true, name: 'updatedAt', path: 'updatedAt', column: 'updatedAt' },
];
