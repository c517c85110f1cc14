import { noShape, plainText, textOperand } from '../families/plain.js';
import type { FieldType } from '../field-type.js';

/** Fields under one name. Lists, filters and differences show the fields inside. */
export const group: FieldType = {
  isText: false,
  Cell: null,
  operand: textOperand,
  text: plainText,
  title: (field, value, rowTitle) => rowTitle(field, value),
  widget: () => 'group',
  hasRequiredProperty: false,
  shape: noShape,
};
