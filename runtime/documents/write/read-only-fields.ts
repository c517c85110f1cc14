/**
 * Fields that no body names: with `readOnly`, to which hooks and defaults give a value
 * (docs/spec/contract.md#read-only-fields), and virtual ones, which are not stored.
 */

import type { FieldDescriptor } from '../../codegen/descriptors.js';
import { issueOfValue } from '../../config/validate/issue-of-value.js';
import { reason } from '../../errors/reasons/reason.js';
import { type Issue, issueAt } from '../../errors/service-error.js';
import { fieldsInside, rowFields } from '../../fields/inner-fields.js';
import { isWritable } from '../../fields/writable.js';
import { groupData, isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../util/json.js';
import type { DocumentType } from '../document-type.js';
import { type RowSources, type StoredRows, storedRows } from './stored-rows.js';

type Fields = readonly FieldDescriptor[];

const known = new WeakMap<Fields, boolean>();

/** Whether any of the fields is read-only or virtual, in groups and rows too. */
function hasReadOnly(fields: Fields): boolean {
  const found =
    known.get(fields) ?? fields.some((field) => isClosed(field) || fieldsInside(field).some(hasReadOnly));
  known.set(fields, found);
  return found;
}

function isClosed({ readOnly, virtual }: FieldDescriptor): boolean {
  return readOnly === true || virtual === true;
}

/** Issues of a body that names read-only or virtual fields. */
export function readOnlyIssues(fields: Fields, data: JsonObject): readonly Issue[] {
  return readOnlyValues(fields, data).map(({ field, path }) =>
    issueAt(path, reason(field.virtual ? 'field.virtual' : 'field.readOnly')),
  );
}

/** A read-only field that data name. */
export interface ReadOnlyValue {
  readonly field: FieldDescriptor;
  readonly value: JsonValue;
  /** With positions of rows. */
  readonly path: string;
}

/** The read-only fields that data name, in groups and rows too. */
export function readOnlyValues(fields: Fields, data: JsonObject): readonly ReadOnlyValue[] {
  return hasReadOnly(fields) ? [...valuesIn(fields, data, '')] : [];
}

/** A value that does not fit the options of its field. */
interface WrongValue {
  /** With positions of rows. */
  readonly path: string;
  /** `-1 is less than min` */
  readonly text: string;
  /** The field is virtual: it has no value in data at all. */
  readonly isVirtual: boolean;
}

/** The values of read-only fields that do not fit. The validators of bodies do not know these fields. */
export function wrongReadOnlyValues(
  { model, callbacks }: Pick<DocumentType, 'model' | 'callbacks'>,
  data: JsonObject,
): readonly WrongValue[] {
  return readOnlyValues(model.descriptor.fields, data).flatMap(({ field, value, path }): WrongValue[] => {
    if (field.virtual === true) return [{ path, text: 'a virtual field is never written', isVirtual: true }];
    const options = callbacks.get(field)?.options;
    if (options === undefined || value === null) return [];
    const text = issueOfValue(options, value, new Set());
    return text === null ? [] : [{ path, text, isVirtual: false }];
  });
}

function* valuesIn(fields: Fields, data: JsonObject, prefix: string): Iterable<ReadOnlyValue> {
  if (!hasReadOnly(fields)) return;
  for (const field of fields) {
    const value = ownValue(data, field.name);
    const path = `${prefix}${field.name}`;
    if (value === undefined) continue;
    if (isClosed(field)) yield { field, value, path };
    else if (field.type === 'group' && isJsonObject(value)) {
      yield* valuesIn(field.fields, value, `${path}.`);
    } else if (Array.isArray(value)) {
      for (const [position, row] of (value as readonly JsonValue[]).entries()) {
        if (isJsonObject(row)) yield* valuesIn(rowFields(field, row), row, `${path}.${position}.`);
      }
    }
  }
}

/** The data without the fields that no body names. Rows keep their positions. */
export function writablePart(fields: Fields, data: JsonObject): JsonObject {
  if (!hasReadOnly(fields)) return data;
  const part: Record<string, JsonValue> = { ...data };
  for (const field of fields) {
    const value = ownValue(data, field.name);
    if (value === undefined) continue;
    if (isWritable(field)) part[field.name] = writableValue(field, value);
    else if (isClosed(field) || hasReadOnly([field])) delete part[field.name];
  }
  return part;
}

function writableValue(field: FieldDescriptor, value: JsonValue): JsonValue {
  if (field.type === 'group') return isJsonObject(value) ? writablePart(field.fields, value) : value;
  return mapRows(field, value, (row, inner) => writablePart(inner, row));
}

function mapRows(
  field: FieldDescriptor,
  value: JsonValue,
  change: (row: JsonObject, fields: Fields) => JsonObject,
): JsonValue {
  if ((field.type !== 'array' && field.type !== 'blocks') || !Array.isArray(value)) return value;
  return (value as readonly JsonValue[]).map((row) =>
    isJsonObject(row) ? change(row, rowFields(field, row)) : row,
  );
}

/** What a body replaces. */
interface Replaced {
  /** The document, group or row. */
  readonly stored: JsonObject;
  readonly rows: StoredRows;
}

/**
 * The data of a body with the stored read-only values of what it replaces as a whole: a row that keeps its
 * `id` keeps them, and `null` for a group clears the other fields only.
 */
export function keepingReadOnly(
  fields: Fields,
  data: JsonObject,
  sources: RowSources & { readonly stored: JsonObject },
): JsonObject {
  if (!hasReadOnly(fields)) return data;
  return keptFields(fields, data, { stored: sources.stored, rows: storedRows(fields, data, sources) });
}

function keptFields(fields: Fields, data: JsonObject, before: Replaced): JsonObject {
  const kept: Record<string, JsonValue> = { ...data };
  for (const field of fields) {
    const value = ownValue(data, field.name);
    if (value !== undefined) kept[field.name] = keptValue(field, value, before);
  }
  return kept;
}

function keptValue(field: FieldDescriptor, value: JsonValue, { stored, rows }: Replaced): JsonValue {
  if (!fieldsInside(field).some(hasReadOnly)) return value;
  const { name } = field;
  if (field.type !== 'group') {
    return mapRows(field, value, (row, fields) => {
      const same = rows.of(row);
      return same === null ? row : keptRow(fields, row, { stored: same, rows });
    });
  }
  if (value === null) return cleared(field.fields);
  const before = { stored: groupData(stored, name), rows };
  return isJsonObject(value) ? keptFields(field.fields, value, before) : value;
}

/** The explicit form of a group's `null`. */
function cleared(fields: Fields): JsonObject {
  return Object.fromEntries(
    fields
      .filter(isWritable)
      .map((field) => [field.name, field.type === 'group' ? cleared(field.fields) : null]),
  );
}

/** A row replaces the stored one, so groups that it leaves out hold read-only values too. */
function keptRow(fields: Fields, row: JsonObject, { stored, rows }: Replaced): JsonObject {
  const kept: Record<string, JsonValue> = { ...row };
  for (const field of fields) {
    const value = ownValue(row, field.name);
    const before = ownValue(stored, field.name);
    if (field.readOnly === true) {
      if (value === undefined && before !== undefined) kept[field.name] = before;
    } else if (field.type === 'group' && hasReadOnly(field.fields)) {
      const group = isJsonObject(value) ? value : {};
      const inner = { stored: groupData(stored, field.name), rows };
      kept[field.name] = keptRow(field.fields, group, inner);
    } else if (value !== undefined) kept[field.name] = keptValue(field, value, { stored, rows });
  }
  return kept;
}
