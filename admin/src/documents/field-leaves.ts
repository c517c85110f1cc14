import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';

/** A field with a value of its own, and the path to it through groups. */
export interface FieldLeaf {
  readonly field: AdminFieldMeta;
  readonly path: readonly string[];
  /** Labels of the groups around it, from the outside in, then its own. */
  readonly labels: readonly string[];
}

/**
 * Returns the fields of a document that hold values: groups are replaced by their fields, joins are left out.
 * Rows belong to the value of their list.
 */
export function fieldLeaves(
  fields: readonly AdminFieldMeta[],
  parent: Pick<FieldLeaf, 'path' | 'labels'> = { path: [], labels: [] },
): FieldLeaf[] {
  return fields.flatMap((field): FieldLeaf[] => {
    const path = [...parent.path, field.name];
    const labels = [...parent.labels, field.label];
    if (field.type === 'join') return [];
    if (field.type === 'group') return fieldLeaves(field.fields ?? [], { path, labels });
    return [{ field, path, labels }];
  });
}

/** Whether a form may send the field at all. */
export function isWritable(field: AdminFieldMeta): boolean {
  return field.canUpdate && field.readOnly !== true && field.hidden !== true && field.type !== 'join';
}
