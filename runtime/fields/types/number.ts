import type { JsonValue } from '../../util/json.js';
import { columnOption, flagOption, listOptions } from '../describing.js';
import { listOf } from '../families/list-of.js';
import { singleValue } from '../families/single-value.js';
import type { NumberField } from '../field-descriptor.js';
import type { ValueFieldType } from '../field-type.js';
import { misfit } from '../fitting.js';
import { wrongType } from '../input-issue.js';
import { equality, order } from '../operators.js';

export const number: ValueFieldType<NumberField> = listOf(
  singleValue({
    describe: (config, at) => ({
      ...columnOption(at),
      ...listOptions(config),
      integer: flagOption(config.integer),
      min: config.min,
      max: config.max,
    }),
    columnType: ({ integer }) => (integer ? 'integer' : 'number'),
    valueKind: () => 'number',
    operators: [...equality, ...order, 'within'],
    reader: () => readNumber,
    complete: completeNumber,
  }),
  'list of numbers',
);

function readNumber(value: unknown, path: string): number {
  if (typeof value !== 'number') throw wrongType(path, 'number', value);
  return value;
}

function completeNumber(_field: NumberField, value: JsonValue, path: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw misfit(path, 'a number', value);
  // SQLite keeps -0, JSON does not.
  return value === 0 ? 0 : value;
}
