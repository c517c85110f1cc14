import { noShape, noTitle, plainText, textOperand } from '../families/plain.js';
import type { FieldType } from '../field-type.js';

/** The documents whose relation points here. */
export const join: FieldType = {
  isText: false,
  Cell: null,
  operand: textOperand,
  text: plainText,
  title: noTitle,
  widget: () => 'join',
  hasRequiredProperty: false,
  shape: noShape,
};
