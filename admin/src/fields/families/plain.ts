/** How values are shown that need no form of their own. */
import type { FieldType } from '../field-type.js';
import { itemText } from '../option-label.js';

/** A text, a list of single values, or JSON. */
export const plainText: FieldType['text'] = (field, value) => {
  if (Array.isArray(value) && field.hasMany === true) {
    return { text: value.map((item) => itemText(field, item)).join(', '), look: 'plain' };
  }
  return typeof value === 'string'
    ? { text: value, look: 'written' }
    : { text: JSON.stringify(value), look: 'code' };
};

/** A value, or several. */
export const plainTitle: FieldType['title'] = (_field, value) => {
  if (Array.isArray(value)) return value.join(', ');
  return value === null ? '' : String(value);
};

/** No part of a title. */
export const noTitle: FieldType['title'] = () => '';

/** One text, or several. */
export const textOperand: FieldType['operand'] = (_field, operator) => (isMany(operator) ? 'texts' : 'text');

/** Whether an operator takes several values. */
export function isMany(operator: string): boolean {
  return operator === 'in' || operator === 'not_in';
}

/** Of types whose values have no form of their own. */
export const noShape: FieldType['shape'] = () => null;
