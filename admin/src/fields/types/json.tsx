import type { ReactNode } from 'react';
import { noShape, noTitle, plainText, textOperand } from '../families/plain.js';
import type { CellProps, FieldType } from '../field-type.js';

/** Any JSON value. */
export const json: FieldType = {
  isText: false,
  Cell: JsonCell,
  operand: textOperand,
  text: plainText,
  title: noTitle,
  widget: () => 'json',
  hasRequiredProperty: true,
  shape: noShape,
};

function JsonCell({ value }: CellProps): ReactNode {
  return <code className="cell-code">{JSON.stringify(value)}</code>;
}
