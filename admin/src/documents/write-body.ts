import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import type { JsonObject } from '../../../runtime/util/json.js';
import { type FieldLeaf, fieldLeaves, isWritable } from './field-leaves.js';
import { isEmptyValue } from './form-values.js';
import { valueAt, withValueAt } from './path.js';
import { isSame } from './same.js';

/** The fields whose values differ. */
export function changedLeaves(
  fields: readonly AdminFieldMeta[],
  base: JsonObject,
  values: JsonObject,
): FieldLeaf[] {
  return fieldLeaves(fields).filter(({ path }) => !isSame(valueAt(base, path), valueAt(values, path)));
}

/**
 * The body of a PATCH: what differs from the document that the form was filled from, and nothing else, so that what others change
 * meanwhile stays. Groups are merged by the service, lists are replaced whole.
 */
export function patchBody(
  fields: readonly AdminFieldMeta[],
  base: JsonObject,
  values: JsonObject,
): JsonObject {
  let body: JsonObject = {};
  for (const { field, path } of changedLeaves(writableFields(fields), base, values)) {
    if (isWritable(field)) body = withValueAt(body, path, valueAt(values, path));
  }
  return body;
}

/**
 * The body of a POST. An empty field is left out, so that the service's own default applies; but for a field whose default was shown
 * and then removed, where `null` says so.
 */
export function creationBody(fields: readonly AdminFieldMeta[], values: JsonObject): JsonObject {
  let body: JsonObject = {};
  for (const { field, path } of fieldLeaves(writableFields(fields))) {
    const value = valueAt(values, path);
    if (!isWritable(field) || (isEmptyValue(value) && field.default === undefined)) continue;
    body = withValueAt(body, path, value);
  }
  return body;
}

/** Without what stands in a group that may not be written as a whole. */
function writableFields(fields: readonly AdminFieldMeta[]): AdminFieldMeta[] {
  return fields.flatMap((field) => {
    if (field.type !== 'group') return [field];
    return isWritable(field) ? [{ ...field, fields: writableFields(field.fields ?? []) }] : [];
  });
}
