import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../runtime/util/json.js';
import { fieldLeaves } from './field-leaves.js';
import { valueAt, withValueAt } from './path.js';

/** What a form holds of a document: a value for each field, as the API writes it. */
export function formValues(fields: readonly AdminFieldMeta[], document: JsonObject): JsonObject {
  let values: JsonObject = {};
  for (const { field, path } of fieldLeaves(fields)) {
    const value = valueAt(document, path);
    values = withValueAt(values, path, value ?? emptyValue(field));
  }
  return values;
}

/** What a form begins with where there is no document yet: the constant defaults. */
export function initialValues(fields: readonly AdminFieldMeta[]): JsonObject {
  let values: JsonObject = {};
  for (const { field, path } of fieldLeaves(fields)) {
    values = withValueAt(values, path, initialValue(field));
  }
  return values;
}

function initialValue(field: AdminFieldMeta): JsonValue {
  const { default: given } = field;
  if (given === undefined) return emptyValue(field);
  return isRowField(field) && Array.isArray(given)
    ? given.map((row: JsonValue) => (isJsonObject(row) ? { ...row, id: row['id'] ?? newRowId() } : row))
    : given;
}

/** What a field without a value reads as. */
export function emptyValue(field: AdminFieldMeta): JsonValue {
  return isListField(field) ? [] : null;
}

/** Whether there is nothing in a value: what `required` asks about. */
export function isEmptyValue(value: JsonValue | undefined): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

/** Whether the field's value is a list. */
export function isListField(field: AdminFieldMeta): boolean {
  return field.hasMany === true || isRowField(field);
}

/** Whether the field's value is a list of rows. */
export function isRowField({ type }: AdminFieldMeta): boolean {
  return type === 'array' || type === 'blocks';
}

/** The fields of a row: of a block they follow from its type. */
export function rowFields(field: AdminFieldMeta, row: JsonValue | undefined): readonly AdminFieldMeta[] {
  if (field.type !== 'blocks') return field.fields ?? [];
  const type = isJsonObject(row) ? row['blockType'] : undefined;
  return field.blocks?.find(({ slug }) => slug === type)?.fields ?? [];
}

/** A new row with the defaults of its fields. It has its id from the start, so that it is known by it before it is saved. */
export function newRow(fields: readonly AdminFieldMeta[], blockType?: string): JsonObject {
  return { id: newRowId(), ...(blockType !== undefined && { blockType }), ...initialValues(fields) };
}

/** A copy of a row that is a row of its own, and so are the rows in it. */
export function copiedRow(fields: readonly AdminFieldMeta[], row: JsonObject): JsonObject {
  return { ...withNewRowIds(fields, row), id: newRowId() };
}

/** Values whose rows all have new ids: what a copy of a document begins with. */
export function withNewRowIds(fields: readonly AdminFieldMeta[], values: JsonObject): JsonObject {
  return withRows(fields, values, (row) => ({ ...row, id: newRowId() }));
}

/** Values without the ids of rows: what is written, whichever rows it stands in. */
export function withoutRowIds(fields: readonly AdminFieldMeta[], values: JsonObject): JsonObject {
  return withRows(fields, values, ({ id: _id, ...row }) => row);
}

function withRows(
  fields: readonly AdminFieldMeta[],
  values: JsonObject,
  change: (row: JsonObject) => JsonObject,
): JsonObject {
  let changed = values;
  for (const { field, path } of fieldLeaves(fields)) {
    const rows = valueAt(values, path);
    if (!isRowField(field) || !Array.isArray(rows)) continue;
    const changedRows = rows.map((row: JsonValue) =>
      isJsonObject(row) ? change(withRows(rowFields(field, row), row, change)) : row,
    );
    changed = withValueAt(changed, path, changedRows);
  }
  return changed;
}

/** An id for a row. Not `crypto.randomUUID`, which browsers have on secure origins only. */
export function newRowId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
