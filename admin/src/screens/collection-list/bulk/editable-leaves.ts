import type { AdminFieldMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { type FieldLeaf, fieldLeaves, isWritable } from '../../../documents/field-leaves.js';

/**
 * Returns the fields that many documents can get at once. A unique value fits one document only, and a slug
 * with a source is made for each.
 */
export function editableLeaves(fields: readonly AdminFieldMeta[]): readonly FieldLeaf[] {
  return fieldLeaves(withoutClosed(fields)).filter(
    ({ field }) => isWritable(field) && field.unique !== true && field.type !== 'slug',
  );
}

/** A group that may not be written has no field that may be. */
function withoutClosed(fields: readonly AdminFieldMeta[]): readonly AdminFieldMeta[] {
  return fields.flatMap((field) => {
    if (field.type !== 'group') return [field];
    return isWritable(field) ? [{ ...field, fields: withoutClosed(field.fields ?? []) }] : [];
  });
}
