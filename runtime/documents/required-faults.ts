import type { FieldDescriptor } from '../codegen/descriptors.js';
import type { ErrorDetail } from '../errors/service-error.js';
import type { JsonObject } from '../util/json.js';
import { isEmpty } from './complete-value.js';
import { groupData, ownValue } from './own-value.js';

/** The required fields that a complete document leaves empty, outside rows. */
export function requiredFaults(
  fields: readonly FieldDescriptor[],
  document: JsonObject,
  prefix = '',
): readonly ErrorDetail[] {
  return fields.flatMap((field): readonly ErrorDetail[] => {
    const path = `${prefix}${field.name}`;
    if (field.type === 'group')
      return requiredFaults(field.fields, groupData(document, field.name), `${path}.`);
    if (field.required !== true || !isEmpty(ownValue(document, field.name) ?? null)) return [];
    return [{ path, message: 'This field is required.' }];
  });
}
