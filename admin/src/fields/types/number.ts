import type { ReactNode } from 'react';
import { useFormats } from '../../i18n/formats.js';
import { asList } from '../families/few.js';
import { isMany, noShape, plainText, plainTitle } from '../families/plain.js';
import type { CellProps, FieldType } from '../field-type.js';

/** A number. */
export const number: FieldType = {
  isText: false,
  Cell: NumberCell,
  operand: (_field, operator) => {
    if (operator === 'within') return 'number-range';
    return isMany(operator) ? 'numbers' : 'number';
  },
  text: plainText,
  title: plainTitle,
  widget: ({ hasMany }) => (hasMany === true ? 'tags' : 'number'),
  hasRequiredProperty: true,
  shape: noShape,
  room: () => 'short',
};

function NumberCell({ value }: CellProps): ReactNode {
  const formats = useFormats();
  return asList(value)
    .map((each) => (typeof each === 'number' ? formats.number(each) : String(each)))
    .join(', ');
}
