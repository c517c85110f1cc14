import type { ReactNode } from 'react';
import { asList, Few } from '../families/few.js';
import { isMany, noShape, plainText } from '../families/plain.js';
import type { CellProps, FieldType } from '../field-type.js';
import { itemText, optionLabel } from '../option-label.js';

/** One of the options of the config. */
export const select: FieldType = {
  isText: false,
  Cell: SelectCell,
  operand: (_field, operator) => (isMany(operator) ? 'options' : 'option'),
  text: (field, value, at) =>
    Array.isArray(value) ? plainText(field, value, at) : { text: itemText(field, value), look: 'plain' },
  title: (field, value) => optionLabel(field, value) ?? '',
  widget: () => 'select',
  hasRequiredProperty: false,
  shape: noShape,
  room: () => 'short',
};

function SelectCell({ field, value }: CellProps): ReactNode {
  return <Few values={asList(value).map((each) => itemText(field, each))} isBadge />;
}
