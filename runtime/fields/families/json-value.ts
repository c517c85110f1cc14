import { columnOption } from '../describing.js';
import type { JsonField } from '../field-descriptor.js';
import type { ValueFieldType } from '../field-type.js';
import { presence } from '../operators.js';
import { oneColumn, parsedColumn } from './one-column.js';
import { noOperand } from './value-operand.js';

/** The type of fields whose value is any JSON. */
export function jsonValue(): ValueFieldType<JsonField> {
  return {
    describe: (_config, at) => columnOption(at),
    isList: () => false,
    columns: (field) => oneColumn(field, 'json'),
    operators: () => presence,
    operand: noOperand,
    valueKind: () => null,
    isOrdered: false,
    hasFewValues: false,
    mayBeBlank: false,
    storageKind: () => 'json',
    encode: (_field, value) => [value === null ? null : JSON.stringify(value)],
    decode: (field, row) => parsedColumn(field, row, null),
    complete: (_field, value) => value,
  };
}
