import type { FieldDescriptor } from './field-descriptor.js';

/** How a change may depend on the stored value: by `$inc`, or by `$add` and `$remove`. */
export type ChangeKind = 'increment' | 'set';

const listTypes: ReadonlySet<FieldDescriptor['type']> = new Set([
  'text',
  'number',
  'select',
  'relationship',
  'upload',
]);

/** The operators that changes of a field take outside of rows; null where they take none. */
export function changeKindOf(field: FieldDescriptor): ChangeKind | null {
  const isList = 'hasMany' in field && field.hasMany === true;
  if (isList) return listTypes.has(field.type) ? 'set' : null;
  return field.type === 'number' && field.virtual !== true ? 'increment' : null;
}
