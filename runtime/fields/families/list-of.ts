import type { JsonValue } from '../../util/json.js';
import type { FieldBase } from '../field-base.js';
import type { ColumnValue, ValueFieldType } from '../field-type.js';
import { fittingList } from '../fitting.js';
import { membership } from '../operators.js';
import { type OneColumn, oneColumn, parsedColumn } from './one-column.js';
import { memberOperand } from './value-operand.js';

/** A field that may have a list of values. */
export type ListField = FieldBase & OneColumn & { readonly hasMany?: true };

/** Adds the form with `hasMany`, a list in a column of JSON, to the type of a single value. */
export function listOf<Field extends ListField, Config>(
  single: ValueFieldType<Field, Config>,
  storageKind: string,
): ValueFieldType<Field, Config> {
  const operand = memberOperand(single.operand);
  return {
    ...single,
    isList: (field) => field.hasMany === true,
    columns: (field) => (field.hasMany ? oneColumn(field, 'json') : single.columns(field)),
    operators: (field) => (field.hasMany ? membership : single.operators(field)),
    operand: (field, input) => (field.hasMany ? operand(field, input) : single.operand(field, input)),
    storageKind: (field) => (field.hasMany ? storageKind : single.storageKind(field)),
    encode: (field, value) => (field.hasMany ? [listText(value)] : single.encode(field, value)),
    decode: (field, row) => (field.hasMany ? parsedColumn(field, row, []) : single.decode(field, row)),
    complete: (field, value, path, issues) =>
      field.hasMany
        ? completeEach(value, path, (entry, at) => single.complete(field, entry, at, issues))
        : single.complete(field, value, path, issues),
  };
}

/** Completes the entries of a list. */
export function completeEach(
  value: JsonValue,
  path: string,
  complete: (entry: JsonValue, path: string) => JsonValue,
): readonly JsonValue[] {
  return fittingList(value, path).map((entry, position) => complete(entry, `${path}.${position}`));
}

/** The text of a list; an empty one is `NULL`, so that an empty value is the same in every column. */
export function listText(value: JsonValue): ColumnValue {
  return Array.isArray(value) && value.length > 0 ? JSON.stringify(value) : null;
}
