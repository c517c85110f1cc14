import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';

/** Returns the fields on some paths, with the groups around them. */
export function chosenFields(
  fields: readonly AdminFieldMeta[],
  paths: ReadonlySet<string>,
): readonly AdminFieldMeta[] {
  return fields.flatMap((field): readonly AdminFieldMeta[] => {
    if (paths.has(field.path)) return [field];
    if (field.type !== 'group') return [];
    const inside = chosenFields(field.fields ?? [], paths);
    return inside.length === 0 ? [] : [{ ...field, fields: inside }];
  });
}
