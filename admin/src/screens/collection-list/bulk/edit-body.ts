import type { JsonObject } from '../../../../../runtime/util/json.js';
import type { FieldLeaf } from '../../../documents/field-leaves.js';
import { valueAt, withValueAt } from '../../../documents/path.js';

/** Returns the body of a change of the chosen fields; an empty one is emptied. */
export function editBody(leaves: readonly FieldLeaf[], values: JsonObject): JsonObject {
  return leaves.reduce<JsonObject>((body, { path }) => withValueAt(body, path, valueAt(values, path)), {});
}
