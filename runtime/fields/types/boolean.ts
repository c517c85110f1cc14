import type { JsonValue } from '../../util/json.js';
import { columnOption } from '../describing.js';
import { columnValue } from '../families/one-column.js';
import { singleValue } from '../families/single-value.js';
import type { BooleanField } from '../field-descriptor.js';
import type { ValueFieldType } from '../field-type.js';
import { misfit } from '../fitting.js';
import { wrongType } from '../input-issue.js';
import { equality } from '../operators.js';

export const boolean: ValueFieldType<BooleanField> = {
  ...singleValue({
    describe: (_config, at) => columnOption(at),
    columnType: () => 'boolean',
    valueKind: () => 'boolean',
    operators: equality,
    reader: () => readBoolean,
    complete: completeBoolean,
  }),
  hasFewValues: true,
  encode: (_field, value) => [value === null ? null : Number(value)],
  decode(field, row) {
    const value = columnValue(field.column, row);
    return value === null ? null : value !== 0;
  },
};

function readBoolean(value: unknown, path: string): number {
  if (typeof value !== 'boolean') throw wrongType(path, 'boolean', value);
  return value ? 1 : 0;
}

function completeBoolean(_field: BooleanField, value: JsonValue, path: string): boolean {
  if (typeof value !== 'boolean') throw misfit(path, 'a boolean', value);
  return value;
}
