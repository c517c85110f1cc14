import type { StoredField } from '../field-descriptor.js';
import type { ColumnType, ColumnValue, StoredFieldType } from '../field-type.js';
import { columnValue, type OneColumn, oneColumn } from './one-column.js';

/** The type of fields whose value is a text or number, and is stored as it is. */
export function singleValue<Field extends StoredField & OneColumn>(
  columnType: (field: Field) => ColumnType,
): StoredFieldType<Field> {
  return {
    isList: () => false,
    columns: (field) => oneColumn(field, columnType(field)),
    storageKind: columnType,
    encode: (_field, value) => [value as ColumnValue],
    decode: (field, row) => columnValue(field.column, row),
  };
}
