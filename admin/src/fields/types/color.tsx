import type { ReactNode } from 'react';
import { ColorSwatch } from '../color-swatch.js';
import { plainText, plainTitle, textOperand } from '../families/plain.js';
import type { CellProps, FieldType } from '../field-type.js';

/** A colour in hexadecimal digits, with or without its opacity. */
export const color: FieldType = {
  isText: false,
  Cell: ColorCell,
  operand: textOperand,
  text: plainText,
  title: plainTitle,
};

function ColorCell({ value }: CellProps): ReactNode {
  return (
    <span className="cell-few">
      <ColorSwatch color={String(value)} />
      <code className="cell-code">{String(value)}</code>
    </span>
  );
}
