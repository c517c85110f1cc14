import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../runtime/util/json.js';
import { type FieldLeaf, fieldLeaves, isWritable } from './field-leaves.js';
import { isEmptyValue } from './form-values.js';
import { valueAt, withValueAt } from './path.js';
import { isSame } from './same.js';

/** Returns the fields whose values differ. */
export function changedLeaves(
  fields: readonly AdminFieldMeta[],
  base: JsonObject,
  values: JsonObject,
): FieldLeaf[] {
  return fieldLeaves(fields).filter(({ path }) => !isSame(valueAt(base, path), valueAt(values, path)));
}

/**
 * Returns the body of a PATCH: only what differs from the document with which the form was filled, so that
 * changes of other users are kept. The service merges groups and replaces lists as a whole.
 */
export function patchBody(
  fields: readonly AdminFieldMeta[],
  base: JsonObject,
  values: JsonObject,
): JsonObject {
  let body: JsonObject = {};
  for (const { field, path } of changedLeaves(writableFields(fields), base, values)) {
    if (isWritable(field)) body = withValueAt(body, path, sentValue(field, valueAt(values, path)));
  }
  return body;
}

/**
 * Returns the body of a POST. Empty fields are left out, so that the default of the service applies; a field
 * whose visible default was cleared is sent as `null`.
 */
export function creationBody(fields: readonly AdminFieldMeta[], values: JsonObject): JsonObject {
  let body: JsonObject = {};
  for (const { field, path } of fieldLeaves(writableFields(fields))) {
    const value = valueAt(values, path);
    if (!isWritable(field) || (isEmptyValue(field, value) && field.default === undefined)) continue;
    body = withValueAt(body, path, sentValue(field, value));
  }
  return body;
}

/** Leaves out groups that may not be written, with all their fields. */
function writableFields(fields: readonly AdminFieldMeta[]): AdminFieldMeta[] {
  return fields.flatMap((field) => {
    if (field.type !== 'group') return [field];
    return isWritable(field) ? [{ ...field, fields: writableFields(field.fields ?? []) }] : [];
  });
}

/**
 * Returns the value without the fields of rows that a write must not name. The service keeps their values in
 * rows that keep their `id`.
 */
function sentValue(field: AdminFieldMeta, value: JsonValue): JsonValue {
  if ((field.type !== 'array' && field.type !== 'blocks') || !Array.isArray(value)) return value;
  return value.map((row: JsonValue) => (isJsonObject(row) ? sentRow(fieldsOfRow(field, row), row) : row));
}

function sentRow(fields: readonly AdminFieldMeta[], row: JsonObject): JsonObject {
  const sent: Record<string, JsonValue> = { ...row };
  for (const field of fields) {
    const value = row[field.name];
    if (value === undefined) continue;
    if (!field.canUpdate) delete sent[field.name];
    else if (field.type === 'group' && isJsonObject(value))
      sent[field.name] = sentRow(field.fields ?? [], value);
    else sent[field.name] = sentValue(field, value);
  }
  return sent;
}

function fieldsOfRow({ fields = [], blocks }: AdminFieldMeta, row: JsonObject): readonly AdminFieldMeta[] {
  return blocks?.find(({ slug }) => slug === row['blockType'])?.fields ?? fields;
}
