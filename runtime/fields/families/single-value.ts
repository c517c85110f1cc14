import type { Issue } from '../../errors/service-error.js';
import type { JsonValue } from '../../util/json.js';
import type { DescribeContext, OptionsOf } from '../describing.js';
import type { FieldBase } from '../field-base.js';
import type { ColumnType, ColumnValue, ValueFieldType, ValueKind } from '../field-type.js';
import type { StoredValue } from '../operand.js';
import type { Operator } from '../operators.js';
import { columnValue, type OneColumn, oneColumn } from './one-column.js';
import { valueOperand } from './value-operand.js';

export interface SingleValue<Field extends FieldBase, Config> {
  describe(config: Config, at: DescribeContext): OptionsOf<Field>;
  columnType(field: Field): ColumnType;
  valueKind(field: Field): ValueKind;
  readonly operators: readonly Operator[];
  /** Reads an operand that is one value. Throws a `BAD_USER_INPUT` that names the path. */
  readonly reader: (field: Field) => (value: unknown, path: string) => StoredValue;
  complete(field: Field, value: JsonValue, path: string, issues: Issue[]): JsonValue;
}

/** The type of fields whose value is a text or number, and is stored as it is. */
export function singleValue<Field extends FieldBase & OneColumn, Config>({
  describe,
  columnType,
  valueKind,
  operators,
  reader,
  complete,
}: SingleValue<Field, Config>): ValueFieldType<Field, Config> {
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
