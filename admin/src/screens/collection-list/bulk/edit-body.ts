import type { AdminFieldMeta } from '../../../../../runtime/codegen/admin-meta.js';
import type { JsonObject } from '../../../../../runtime/util/json.js';
import { type FieldLeaf, fieldLeaves } from '../../../documents/field-leaves.js';
import { valueAt, withValueAt } from '../../../documents/path.js';
import { type ChangeMode, changeValue, hasValueAt } from './field-change.js';

/**
 * Returns the body of a change of the chosen fields; an empty one is emptied.
 *
 * @param modeOf - how the field of a path changes.
 */
export function editBody(
  leaves: readonly FieldLeaf[],
  values: JsonObject,
  modeOf: (path: string) => ChangeMode = () => 'set',
): JsonObject {
  return leaves.reduce<JsonObject>(
    (body, { field, path }) =>
      withValueAt(body, path, changeValue(modeOf(field.path), valueAt(values, path))),
    {},
  );
}

/** Returns the fields that the body of a change names. */
export function changedLeaves(fields: readonly AdminFieldMeta[], data: JsonObject): readonly FieldLeaf[] {
  return fieldLeaves(fields).filter(({ path }) => hasValueAt(data, path));
}
