import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/language.js';
import { Icon } from '../../ui/icon.js';
import { VisuallyHidden } from '../../ui/states.js';
import { noShape, noTitle } from '../families/plain.js';
import type { CellProps, FieldType } from '../field-type.js';
import { valueTexts } from '../value-texts.js';

/** True or false. */
export const boolean: FieldType = {
  isText: false,
  Cell: BooleanCell,
  operand: () => 'yes-no',
  text: (_field, value, { t }) => ({ text: value === true ? t.yes : t.no, look: 'plain' }),
  title: noTitle,
  widget: () => 'boolean',
  hasRequiredProperty: true,
  shape: noShape,
  room: () => 'short',
};

function BooleanCell({ value }: CellProps): ReactNode {
  const t = useTexts(valueTexts);
  if (value !== true) {
    return (
      <span className="cell-empty">
        <span aria-hidden="true">–</span>
        <VisuallyHidden>{t.no}</VisuallyHidden>
      </span>
    );
  }
  return (
    <span className="cell-tick">
      <Icon name="check" />
      <VisuallyHidden>{t.yes}</VisuallyHidden>
    </span>
  );
}
