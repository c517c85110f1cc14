import type { ReactNode } from 'react';
import { noShape, noTitle, plainText } from '../families/plain.js';
import type { CellProps, FieldType } from '../field-type.js';

/** A point on the earth: longitude and latitude. People name the latitude first. */
export const point: FieldType = {
  isText: false,
  Cell: PointCell,
  operand: () => 'circle',
  text: (field, value, at) =>
    Array.isArray(value)
      ? { text: at.t.point(Number(value[1]), Number(value[0])), look: 'plain' }
      : plainText(field, value, at),
  title: noTitle,
  widget: () => 'point',
  hasRequiredProperty: false,
  shape: noShape,
  room: () => 'half',
};

function PointCell({ value }: CellProps): ReactNode {
  return Array.isArray(value) ? `${value[1]}, ${value[0]}` : null;
}
