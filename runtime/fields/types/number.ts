import { listOf } from '../families/list-of.js';
import { singleValue } from '../families/single-value.js';
import type { NumberField } from '../field-descriptor.js';
import type { StoredFieldType } from '../field-type.js';

export const number: StoredFieldType<NumberField> = listOf(
  singleValue(({ integer }) => (integer ? 'integer' : 'number')),
  'list of numbers',
);
