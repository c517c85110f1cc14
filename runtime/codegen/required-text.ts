import type { FieldDescriptor } from '../fields/field-descriptor.js';
import { fieldTypeOf } from '../fields/index.js';

/**
 * Whether the field's value is one text that has at least one character that is not white space. An email
 * address and a URL always have one; the entries of a list may be empty.
 */
export function mustHaveText(field: FieldDescriptor): boolean {
  const type = fieldTypeOf(field);
  return type.mayBeBlank && field.required === true && !type.isList(field);
}
