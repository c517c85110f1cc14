import type { ComputableFieldConfig } from '../../config/shared-field-options.js';
import type { PlainObject } from '../../config/validate/checks.js';
import { computable as valueOptions } from '../../config/validate/shared-options.js';
import { showValue } from '../../config/validate/show-value.js';
import { columnValue } from '../families/one-column.js';
import type { FieldBase } from '../field-base.js';
import type { ColumnValue, PlainType } from '../field-type.js';
import { fittingList, misfit } from '../fitting.js';
import { readArea } from '../shapes.js';

/** Longitude and latitude in degrees. */
export type Point = readonly [longitude: number, latitude: number];

/** `[longitude, latitude]`. */
export interface PointFieldConfig extends ComputableFieldConfig<Point> {
  readonly type: 'point';
}

export interface PointField extends FieldBase {
  readonly type: 'point';
  /** Longitude and latitude. Absent inside rows. */
  readonly columns?: readonly [longitude: string, latitude: string];
}

/** @internal */
export const point: PlainType<PointField, PointFieldConfig> = {
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
  isTyped: false,
  valueRules: () => ({}),
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
  config: {
    noun: 'a point field',
    options: valueOptions,
    issueOf: issueOfPoint,
    otherNames: { geometry: null },
  },
};

function issueOfPoint(_field: PlainObject, value: unknown): string | null {
  if (!Array.isArray(value) || value.length !== 2) return `${showValue(value)} is not [longitude, latitude]`;
  const [longitude, latitude]: unknown[] = value;
  const within = (part: unknown, bound: number): boolean =>
    typeof part === 'number' && Math.abs(part) <= bound;
  if (!within(longitude, 180)) return `the longitude ${showValue(longitude)} is not from -180 to 180`;
  return within(latitude, 90) ? null : `the latitude ${showValue(latitude)} is not from -90 to 90`;
}
