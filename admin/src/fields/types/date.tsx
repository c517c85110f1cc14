import type { ReactNode } from 'react';
import { DateTime } from '../../ui/date-time.js';
import { noShape, plainTitle } from '../families/plain.js';
import type { CellProps, FieldType } from '../field-type.js';

/** A day, or with `time` a moment. */
export const date: FieldType = {
  isText: false,
  Cell: DateCell,
  operand: ({ time }, operator) => {
    if (operator === 'within') return time ? 'moment-range' : 'day-range';
    return time ? 'moment' : 'day';
  },
  text: ({ time }, value, { formats }) => ({
    text: time === true ? formats.dateTime(String(value)) : formats.day(String(value)),
    look: 'plain',
  }),
  title: plainTitle,
  widget: () => 'date',
  hasRequiredProperty: true,
  shape: noShape,
  // A clock of 12 hours is written in full.
  room: ({ time }) => (time === true ? 'half' : 'short'),
};

function DateCell({ field, value }: CellProps): ReactNode {
  return <DateTime value={String(value)} style={field.time ? 'moment' : 'day'} />;
}
