import type { ReactNode } from 'react';
import { ColorSwatch } from '../color-swatch.js';
import { plainText, plainTitle, textOperand } from '../families/plain.js';
import type { CellProps, FieldType, Shape } from '../field-type.js';

const hexadecimal: Shape = {
  fits: (value) => /^#(?:[\da-f]{6}|[\da-f]{8})$/i.test(value),
  message: {
    en: 'A colour in six hexadecimal digits, or eight with its opacity, such as #1a2b3c.',
    de: 'Eine Farbe in sechs Hexadezimalziffern, oder acht mit Deckkraft, etwa #1a2b3c.',
  },
};

/** A colour in hexadecimal digits, with or without its opacity. */
export const color: FieldType = {
  isText: false,
  Cell: ColorCell,
  operand: textOperand,
  text: plainText,
  title: plainTitle,
  widget: () => 'color',
  hasRequiredProperty: true,
  shape: () => hexadecimal,
  room: () => 'short',
};

function ColorCell({ value }: CellProps): ReactNode {
  return (
    <span className="cell-few">
      <ColorSwatch color={String(value)} />
      <code className="cell-code">{String(value)}</code>
    </span>
  );
}
