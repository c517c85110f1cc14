import { columnValue } from '../families/one-column.js';
import type { PointField } from '../field-descriptor.js';
import type { ColumnValue, ValueFieldType } from '../field-type.js';
import { fittingList, misfit } from '../fitting.js';
import { readArea } from '../shapes.js';

export const point: ValueFieldType<PointField> = {
  describe: (_config, { columns }) => ({
    columns: columns?.second ? [columns.first, columns.second] : undefined,
  }),
  isList: () => false,
  columns: ({ columns = [] }) => columns.map((name) => ({ name, type: 'number' })),
  operators: () => ['within', 'exists'],
  operand: (_field, { value, path }) => ({ kind: 'area', area: readArea(value, path) }),
  valueKind: () => null,
  isOrdered: false,
  hasFewValues: false,
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
  complete(_field, value, path) {
    const coordinates = fittingList(value, path);
    const [longitude, latitude] = coordinates;
    if (coordinates.length !== 2 || typeof longitude !== 'number' || typeof latitude !== 'number') {
      throw misfit(path, 'a point ([longitude, latitude])', value);
    }
    return [longitude === 0 ? 0 : longitude, latitude === 0 ? 0 : latitude];
  },
};
