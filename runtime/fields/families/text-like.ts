import type { SelectField, SlugField, TextField } from '../field-descriptor.js';
import type { StoredFieldType } from '../field-type.js';
import { readText } from '../operand.js';
import { equality, type Operator, order } from '../operators.js';
import { singleValue } from './single-value.js';

/** Of texts that can be searched. */
const search: readonly Operator[] = [...equality, 'contains', 'not_contains', ...order];

/** The type of fields whose value is a text. */
export function textLike<Field extends TextField | SlugField | SelectField>(
  operators: readonly Operator[] = search,
): StoredFieldType<Field> {
  return singleValue({
    columnType: () => 'text',
    valueKind: () => 'text',
    operators,
    reader: () => readText,
  });
}
