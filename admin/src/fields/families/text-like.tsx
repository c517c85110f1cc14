import type { ReactNode } from 'react';
import type { CellProps, FieldType } from '../field-type.js';
import { asList } from './few.js';
import { noShape, plainText, plainTitle, textOperand } from './plain.js';

/** A type of texts that people write. */
export const textLike: FieldType = {
  isText: true,
  Cell: TextCell,
  operand: textOperand,
  text: plainText,
  title: plainTitle,
  widget: () => 'text',
  hasRequiredProperty: true,
  shape: noShape,
};

function TextCell({ field, value }: CellProps): ReactNode {
  if (field.path === 'id') return <code className="cell-code">{String(value)}</code>;
  return asList(value).map(String).join(', ');
}
