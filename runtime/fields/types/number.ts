import { listOf } from '../families/list-of.js';
import { singleValue } from '../families/single-value.js';
import type { NumberField } from '../field-descriptor.js';
import type { StoredFieldType } from '../field-type.js';
import { wrongType } from '../operand.js';
import { equality, order } from '../operators.js';

export const number: StoredFieldType<NumberField> = listOf(
  singleValue({
    columnType: ({ integer }) => (integer ? 'integer' : 'number'),
    valueKind: () => 'number',
    operators: [...equality, ...order, 'within'],
    reader: () => readNumber,
  }),
  'list of numbers',
);

function readNumber(value: unknown, path: string): number {
  if (typeof value !== 'number') throw wrongType(path, 'a number', value);
  return value;
}
