import type { StoredField } from '../field-descriptor.js';
import type { ColumnType, ColumnValue, StoredFieldType, ValueKind } from '../field-type.js';
import type { StoredValue } from '../operand.js';
import type { Operator } from '../operators.js';
import { columnValue, type OneColumn, oneColumn } from './one-column.js';
import { valueOperand } from './value-operand.js';

export interface SingleValue<Field> {
  columnType(field: Field): ColumnType;
  valueKind(field: Field): ValueKind;
  readonly operators: readonly Operator[];
  /** Reads an operand that is one value. Throws a `BAD_USER_INPUT` that names the path. */
  readonly reader: (field: Field) => (value: unknown, path: string) => StoredValue;
}

/** The type of fields whose value is a text or number, and is stored as it is. */
export function singleValue<Field extends StoredField & OneColumn>({
  columnType,
  valueKind,
  operators,
  reader,
}: SingleValue<Field>): StoredFieldType<Field> {
  return {
    isList: () => false,
    columns: (field) => oneColumn(field, columnType(field)),
    operators: () => operators,
    operand: valueOperand(reader),
    valueKind,
    isOrdered: true,
    mayBeBlank: false,
    storageKind: columnType,
    encode: (_field, value) => [value as ColumnValue],
    decode: (field, row) => columnValue(field.column, row),
  };
}
