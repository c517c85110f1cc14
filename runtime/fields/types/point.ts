import { columnValue } from '../families/one-column.js';
import type { PointField } from '../field-descriptor.js';
import type { ColumnValue, StoredFieldType } from '../field-type.js';
import { readArea } from '../shapes.js';

export const point: StoredFieldType<PointField> = {
  isList: () => false,
  columns: ({ columns = [] }) => columns.map((name) => ({ name, type: 'number' })),
  operators: () => ['within', 'exists'],
  operand: (_field, { value, path }) => ({ kind: 'area', area: readArea(value, path) }),
  valueKind: () => null,
  isOrdered: false,
  mayBeBlank: false,
  storageKind: () => 'point',
  encode(_field, value) {
    const [longitude, latitude] = (value ?? [null, null]) as readonly ColumnValue[];
    return [longitude ?? null, latitude ?? null];
  },
  decode({ columns }, row) {
    const longitude = columnValue(columns?.[0], row);
    const latitude = columnValue(columns?.[1], row);
    return longitude === null || latitude === null ? null : [longitude, latitude];
  },
};
