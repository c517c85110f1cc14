import type { FieldDescriptor } from './descriptors.js';

/**
 * Whether the field's value is one text that has at least one character that is not white space. An email
 * address and a URL always have one; the entries of a list may be empty.
 */
export function mustHaveText(field: FieldDescriptor): boolean {
  switch (field.type) {
    case 'text':
    case 'textarea':
      return field.required === true && field.hasMany !== true;
    case 'slug':
      return field.required === true;
    default:
      return false;
  }
}

/** Whether a text has only white space, which `required` refuses. */
export function isBlank(text: string): boolean {
  return !/\S/.test(text);
}
