import { columnOption } from '../describing.js';
import type { JsonField } from '../field-base.js';
import type { ValueFieldType } from '../field-type.js';
import { presence } from '../operators.js';
import { notCompared } from './not-compared.js';
import { oneColumn, parsedColumn } from './one-column.js';

/** The type of fields whose value is any JSON. */
export function jsonValue(): ValueFieldType<JsonField, unknown> {
  return {
    ...notCompared,
    describe: (_config, at) => columnOption(at),
    isList: () => false,
    columns: (field) => oneColumn(field, 'json'),
    operators: () => presence,
    storageKind: () => 'json',
    encode: (_field, value) => [value === null ? null : JSON.stringify(value)],
    decode: (field, row) => parsedColumn(field, row, null),
    complete: (_field, value) => value,
  };
}
