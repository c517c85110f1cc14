import { columnValue } from '../families/one-column.js';
import { singleValue } from '../families/single-value.js';
import type { BooleanField } from '../field-descriptor.js';
import type { StoredFieldType } from '../field-type.js';

export const boolean: StoredFieldType<BooleanField> = {
  ...singleValue(() => 'boolean'),
  encode: (_field, value) => [value === null ? null : Number(value)],
  decode(field, row) {
    const value = columnValue(field.column, row);
    return value === null ? null : value !== 0;
  },
};
