import type { FieldDescriptor, GroupField } from '../../codegen/descriptors.js';
import type { StoredField } from '../../fields/columns.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.js';
import { type Completion, completeFields, completeValue } from './complete-value.js';
import { groupData, ownValue } from './own-value.js';

/**
 * A stored document with the changes of a PATCH: groups are merged, everything else that the patch names is
 * replaced. Both documents are complete; what the patch does not name is taken over as it is.
 */
export function mergeFields(
  fields: readonly FieldDescriptor[],
  stored: JsonObject,
  patch: JsonObject,
  prefix: string,
  completion: Completion,
): Record<string, JsonValue> {
  const merged: Record<string, JsonValue> = {};
  for (const field of fields) {
    if (field.type === 'join') continue;
    merged[field.name] = mergeField(field, stored, patch, `${prefix}${field.name}`, completion);
  }
  return merged;
}

function mergeField(
  field: StoredField | GroupField,
  stored: JsonObject,
  patch: JsonObject,
  path: string,
  completion: Completion,
): JsonValue {
  const change = ownValue(patch, field.name);
  if (change === undefined) return ownValue(stored, field.name) ?? null;
  if (field.type !== 'group') return completeValue(field, change, path, completion);
  // `null` clears every field of the group.
  if (!isJsonObject(change)) return completeFields(field.fields, {}, `${path}.`, completion);
  return mergeFields(field.fields, groupData(stored, field.name), change, `${path}.`, completion);
}
