import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../runtime/util/json.js';
import { fieldLeaves } from './field-leaves.js';
import { valueAt, withValueAt } from './path.js';

/** Returns the form's values for a document: one for each field, as the API writes it. */
export function formValues(fields: readonly AdminFieldMeta[], document: JsonObject): JsonObject {
  let values: JsonObject = {};
  for (const { field, path } of fieldLeaves(fields)) {
    const value = valueAt(document, path);
    values = withValueAt(values, path, value ?? emptyValue(field));
  }
  return values;
}

/** Returns the initial values of a form for a new document: the constant defaults. */
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

/** Returns the value that the API reads for an empty field. */
export function emptyValue(field: AdminFieldMeta): JsonValue {
  return isListField(field) ? [] : null;
}

/**
 * Whether a value is empty in the sense of `required`. The empty list of JSON or of a rich text is a value.
 */
export function isEmptyValue(field: AdminFieldMeta, value: JsonValue | undefined): boolean {
  if (value === null || value === undefined) return true;
  return isListField(field) && Array.isArray(value) && value.length === 0;
}

/** Whether the field's value is a list. */
export function isListField(field: AdminFieldMeta): boolean {
  return field.hasMany === true || isRowField(field);
}

/** Whether the field's value is a list of rows. */
export function isRowField({ type }: AdminFieldMeta): boolean {
  return type === 'array' || type === 'blocks';
}

/** What arranges the fields of a row. */
export function rowLayout(field: AdminFieldMeta, blockType: string | null): AdminFieldMeta['layout'] {
  return field.type === 'blocks'
    ? field.blocks?.find(({ slug }) => slug === blockType)?.layout
    : field.layout;
}

/** Returns the fields of a row; for a block they depend on its type. */
export function rowFields(field: AdminFieldMeta, row: JsonValue | undefined): readonly AdminFieldMeta[] {
  if (field.type !== 'blocks') return field.fields ?? [];
  const type = isJsonObject(row) ? row['blockType'] : undefined;
  return field.blocks?.find(({ slug }) => slug === type)?.fields ?? [];
}

/**
 * Returns a new row with the defaults of its fields. It has an id from the start, so that it can be
 * identified before it is saved.
 */
export function newRow(fields: readonly AdminFieldMeta[], blockType?: string): JsonObject {
  return { id: newRowId(), ...(blockType !== undefined && { blockType }), ...initialValues(fields) };
}

/** Returns a copy of a row with new ids for it and for all rows in it. */
export function copiedRow(fields: readonly AdminFieldMeta[], row: JsonObject): JsonObject {
  return { ...withNewRowIds(fields, row), id: newRowId() };
}

/**
 * Returns the values with new ids for all rows: the initial values of a copy of a document. The blocks of a
 * rich text keep theirs, since the text names them by it.
 */
export function withNewRowIds(fields: readonly AdminFieldMeta[], values: JsonObject): JsonObject {
  return withRows(fields, values, (row, isShown) => (isShown ? row : { ...row, id: newRowId() }));
}

/** Returns the values without the ids of rows, to compare contents. */
export function withoutRowIds(fields: readonly AdminFieldMeta[], values: JsonObject): JsonObject {
  return withRows(fields, values, ({ id: _id, ...row }) => row);
}

function withRows(
  fields: readonly AdminFieldMeta[],
  values: JsonObject,
  change: (row: JsonObject, isShown: boolean) => JsonObject,
): JsonObject {
  let changed = values;
  const leaves = fieldLeaves(fields);
  const shown = new Set(
    leaves.flatMap(({ field: { blocksField }, path }) =>
      blocksField === undefined ? [] : [[...path.slice(0, -1), blocksField].join('.')],
    ),
  );
  for (const { field, path } of leaves) {
    const rows = valueAt(values, path);
    if (!isRowField(field) || !Array.isArray(rows)) continue;
    const changedRows = rows.map((row: JsonValue) =>
      isJsonObject(row)
        ? change(withRows(rowFields(field, row), row, change), shown.has(path.join('.')))
        : row,
    );
    changed = withValueAt(changed, path, changedRows);
  }
  return changed;
}

/** Returns an id for a row. Not `crypto.randomUUID`, which browsers offer on secure origins only. */
export function newRowId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
