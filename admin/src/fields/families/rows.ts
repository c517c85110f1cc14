import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/language.js';
import type { CellProps, FieldType } from '../field-type.js';
import { valueTexts } from '../value-texts.js';
import { asList } from './few.js';
import { noShape, noTitle, plainText, textOperand } from './plain.js';

/** A type whose values are lists of rows. */
export const rows: Omit<FieldType, 'widget'> = {
  isText: false,
  Cell: RowsCell,
  operand: textOperand,
  text: plainText,
  title: noTitle,
  hasRequiredProperty: false,
  shape: noShape,
};

function RowsCell({ value }: CellProps): ReactNode {
  const t = useTexts(valueTexts);
  return t.rows(asList(value).length);
}
