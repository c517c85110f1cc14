import type { Issue } from '../../errors/service-error.js';
import type { JsonValue } from '../../util/json.js';
import type { ConfigOf, DescribeContext, OptionsOf } from '../describing.js';
import type { ValueField } from '../field-descriptor.js';
import type { ColumnType, ColumnValue, ValueFieldType, ValueKind } from '../field-type.js';
import type { StoredValue } from '../operand.js';
import type { Operator } from '../operators.js';
import { columnValue, type OneColumn, oneColumn } from './one-column.js';
import { valueOperand } from './value-operand.js';

export interface SingleValue<Field extends ValueField> {
  describe(config: ConfigOf<Field>, at: DescribeContext): OptionsOf<Field>;
  columnType(field: Field): ColumnType;
  valueKind(field: Field): ValueKind;
  readonly operators: readonly Operator[];
  /** Reads an operand that is one value. Throws a `BAD_USER_INPUT` that names the path. */
  readonly reader: (field: Field) => (value: unknown, path: string) => StoredValue;
  complete(field: Field, value: JsonValue, path: string, issues: Issue[]): JsonValue;
}

/** The type of fields whose value is a text or number, and is stored as it is. */
export function singleValue<Field extends ValueField & OneColumn>({
  describe,
  columnType,
  valueKind,
  operators,
  reader,
  complete,
}: SingleValue<Field>): ValueFieldType<Field> {
  return {
    describe,
    isList: () => false,
    columns: (field) => oneColumn(field, columnType(field)),
    operators: () => operators,
    operand: valueOperand(reader),
    valueKind,
    isOrdered: true,
    hasFewValues: false,
    mayBeBlank: false,
    isTyped: false,
    valueRules: () => ({}),
    storageKind: columnType,
    encode: (_field, value) => [value as ColumnValue],
    decode: (field, row) => columnValue(field.column, row),
    complete,
  };
}
