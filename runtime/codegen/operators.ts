/**
 * Which operators of `where` fit which field. Part of the entry point: the query engine checks requests
 * against it, and the SDK's types and the OpenAPI document are printed from it.
 */
import type { FieldDescriptor } from '../fields/field-descriptor.js';
import { fieldTypeOf } from '../fields/index.js';
import type { Operator } from '../fields/operators.js';

export { type Operator, operators } from '../fields/operators.js';

/**
 * The operators that fit a field. None fit a `group` (its fields are filtered), a `join`, virtual fields, and
 * the addresses of files.
 */
export function operatorsOf(field: FieldDescriptor): readonly Operator[] {
  const isQueried = field.virtual !== true && field.unqueried !== true;
  return isQueried ? fieldTypeOf(field).operators(field) : [];
}

/** Whether lists can be sorted by a field: single values with an order, outside rows. */
export function isSortable(field: FieldDescriptor): boolean {
  if (field.unqueried === true) return false;
  const type = fieldTypeOf(field);
  return type.isOrdered && !type.isList(field) && type.columns(field).length > 0;
}
