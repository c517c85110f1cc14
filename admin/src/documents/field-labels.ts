import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';

/**
 * Returns the labels of a field, given by its path in the metadata, from the outside in: groups, rows and
 * blocks first. Empty if there is none.
 */
export function fieldLabels(fields: readonly AdminFieldMeta[], path: string): readonly string[] {
  for (const field of fields) {
    if (field.path === path) return [field.label];
    const inner = [...(field.fields ?? []), ...(field.blocks ?? []).flatMap((block) => [...block.fields])];
    const labels = fieldLabels(inner, path);
    if (labels.length > 0) return [field.label, ...labels];
  }
  return [];
}
