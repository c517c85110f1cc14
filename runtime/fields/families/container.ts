import type { ArrayField, BlocksField } from '../field-descriptor.js';
import { presence } from '../operators.js';
import type { RowsType } from '../structured-type.js';
import { listText } from './list-of.js';
import { notCompared } from './not-compared.js';
import { oneColumn, parsedColumn } from './one-column.js';

/** The type of fields with rows, which are a list of objects in a column of JSON. */
export function container<Field extends ArrayField | BlocksField>(
  storageKind: string,
  describe: RowsType<Field>['describe'],
): RowsType<Field> {
  return {
    ...notCompared,
    describe,
    isList: () => true,
    columns: (field) => oneColumn(field, 'json'),
    operators: () => presence,
    storageKind: () => storageKind,
    encode: (_field, value) => [listText(value)],
    decode: (field, row) => parsedColumn(field, row, []),
  };
}
