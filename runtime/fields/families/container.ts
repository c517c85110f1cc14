import type { ArrayField, BlocksField } from '../field-descriptor.js';
import type { StoredFieldType } from '../field-type.js';
import { presence } from '../operators.js';
import { listText } from './list-of.js';
import { oneColumn, parsedColumn } from './one-column.js';
import { noOperand } from './value-operand.js';

/** The type of fields with rows, which are a list of objects in a column of JSON. */
export function container<Field extends ArrayField | BlocksField>(
  storageKind: string,
  describe: StoredFieldType<Field>['describe'],
): StoredFieldType<Field> {
  return {
    describe,
    isList: () => true,
    columns: (field) => oneColumn(field, 'json'),
    operators: () => presence,
    operand: noOperand,
    valueKind: () => null,
    isOrdered: false,
    hasFewValues: false,
    mayBeBlank: false,
    storageKind: () => storageKind,
    encode: (_field, value) => [listText(value)],
    decode: (field, row) => parsedColumn(field, row, []),
  };
}
