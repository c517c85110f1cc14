import type { RelationshipField } from './field-descriptor.js';

/** Whether the values of a type refer to documents: of any collection, or of those with files. */
export function isRelationType(type: string): type is RelationshipField['type'] {
  return type === 'relationship' || type === 'upload';
}

/** Whether a field refers to documents. */
export function isRelation<Field extends { readonly type: string }>(
  field: Field,
): field is Extract<Field, { readonly type: RelationshipField['type'] }> {
  return isRelationType(field.type);
}
