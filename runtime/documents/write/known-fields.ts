import type { FieldDescriptor } from '../../codegen/descriptors.js';
import { isWritable } from '../../fields/writable.js';
import { isJsonObject, type JsonValue, ownValue } from '../../util/json.js';

/** An object in the data of a document, and its fields. */
interface Place {
  readonly value: JsonValue | undefined;
  readonly fields: readonly FieldDescriptor[];
}

/**
 * Names of the fields that may be written in the object at a path of a document's data; none where the path
 * leads to no object of fields.
 */
export function knownFields(
  fields: readonly FieldDescriptor[],
  data: JsonValue,
  path: readonly PropertyKey[],
): readonly string[] {
  let place: Place = { value: data, fields };
  for (let at = 0; at < path.length; at += 1) {
    const field = place.fields.find(({ name }) => name === path[at]);
    const value = isJsonObject(place.value) ? ownValue(place.value, String(path[at])) : undefined;
    if (field?.type === 'group') place = { value, fields: field.fields };
    else if (field?.type === 'array' || field?.type === 'blocks') {
      at += 1;
      place = rowOf(field, Array.isArray(value) ? value[Number(path[at])] : undefined);
    } else return [];
  }
  return place.fields.filter(isWritable).map(({ name }) => name);
}

function rowOf(
  field: Extract<FieldDescriptor, { type: 'array' | 'blocks' }>,
  value: JsonValue | undefined,
): Place {
  if (field.type === 'array') return { value, fields: field.fields };
  const kind = isJsonObject(value) ? ownValue(value, 'blockType') : undefined;
  return { value, fields: field.blocks.find(({ slug }) => slug === kind)?.fields ?? [] };
}
