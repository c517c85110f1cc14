import type { FieldDescriptor, GroupField } from '../../codegen/descriptors.js';
import { mustHaveText } from '../../codegen/required-text.js';
import { reason } from '../../errors/reasons/reason.js';
import { type Issue, issueAt } from '../../errors/service-error.js';
import { isList, type StoredField } from '../../fields/columns.js';
import { fittingList, misfit } from '../../fields/fitting.js';
import { valueTypeOf } from '../../fields/index.js';
import { constantFor } from '../../fields/never-empty.js';
import { isStored } from '../../fields/writable.js';
import type { IdSource } from '../../util/ids.js';
import { isBlank } from '../../util/is-blank.js';
import { groupData, isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../util/json.js';

/** The input for completing a document, and the list for issues that a validator cannot see. */
export interface Completion {
  readonly ids: IdSource;
  readonly issues: Issue[];
  /** Of a draft, where required fields may be empty. */
  readonly isDraft?: boolean;
}

/**
 * The complete form of `data`, as it is returned and stored: every field in the order of the config, an empty
 * one as `null` or `[]`, dates normalised, rows with their ids. Keys that no field describes are left out.
 *
 * @throws Error when a value does not fit its field: validated data always fits, so a hook or a default is
 * wrong.
 */
export function completeFields(
  fields: readonly FieldDescriptor[],
  {
    data,
    prefix,
    completion,
  }: { readonly data: JsonObject; readonly prefix: string; readonly completion: Completion },
): Record<string, JsonValue> {
  const complete: Record<string, JsonValue> = {};
  for (const field of fields) {
    if (!isStored(field)) continue;
    complete[field.name] = completeValue(field, {
      value: ownValue(data, field.name),
      path: `${prefix}${field.name}`,
      completion,
    });
  }
  return complete;
}
/** A value, and where it is in the data. */
export interface Completing {
  readonly value: JsonValue | undefined;
  readonly path: string;
  readonly completion: Completion;
}

/** The complete form of one field's value; `path` is its position, with indexes of rows. */
export function completeValue(
  field: StoredField | GroupField,
  { value, path, completion }: Completing,
): JsonValue {
  if (field.type === 'group') {
    if (value !== undefined && value !== null && !isJsonObject(value)) throw misfit(path, 'an object', value);
    return completeFields(field.fields, { data: value ?? {}, prefix: `${path}.`, completion });
  }
  const complete =
    value === undefined || value === null
      ? emptyValue(field)
      : fittingValue(field, { value, path, completion });
  if (completion.isDraft !== true && lacksValue(field, complete)) {
    completion.issues.push(issueAt(path, reason(field.readOnly ? 'field.notFilled' : 'field.required')));
  }
  return complete;
}

/** What an empty field reads as. */
export function emptyValue(field: FieldDescriptor): JsonValue {
  return isList(field) ? [] : (constantFor(field) ?? null);
}

/** Whether a field has no value. The empty list of JSON or of a rich text is a value. */
export function isEmpty(field: FieldDescriptor, value: JsonValue): boolean {
  return value === null || (isList(field) && Array.isArray(value) && value.length === 0);
}

/** Whether a required field has no value. */
function lacksValue(field: StoredField, value: JsonValue): boolean {
  if (field.required !== true) return false;
  return isEmpty(field, value) || (typeof value === 'string' && mustHaveText(field) && isBlank(value));
}

function fittingValue(field: StoredField, { value, path, completion }: Given): JsonValue {
  if (field.type === 'array') return rows(field.fields, { value, path, completion });
  if (field.type === 'blocks') return blocks(field.blocks, { value, path, completion });
  return valueTypeOf(field).complete(field, value, path, completion.issues);
}
/** A value that is there. */
interface Given extends Completing {
  readonly value: JsonValue;
}

function rows(fields: readonly FieldDescriptor[], { value, path, completion }: Given): JsonValue {
  const seen = new Set<string>();
  return fittingList(value, path).map((entry, position) => {
    const at = `${path}.${position}`;
    const row = object(entry, at);
    return {
      id: rowId(row, { path: at, seen, completion }),
      ...completeFields(fields, { data: row, prefix: `${at}.`, completion }),
    };
  });
}

function blocks(
  kinds: readonly { readonly slug: string; readonly fields: readonly FieldDescriptor[] }[],
  { value, path, completion }: Given,
): JsonValue {
  const seen = new Set<string>();
  return fittingList(value, path).map((entry, position) => {
    const at = `${path}.${position}`;
    const row = object(entry, at);
    const blockType = ownValue(row, 'blockType');
    const kind = kinds.find((one) => one.slug === blockType);
    if (kind === undefined) throw misfit(`${at}.blockType`, 'the slug of a block', blockType ?? null);
    const id = rowId(row, { path: at, seen, completion });
    return {
      id,
      blockType: kind.slug,
      ...completeFields(kind.fields, { data: row, prefix: `${at}.`, completion }),
    };
  });
}

/** Keeps a row's id, so that it is stable, and gives one to a new row. */
function rowId(
  row: JsonObject,
  {
    path,
    seen,
    completion: { ids, issues },
  }: { readonly path: string; readonly seen: Set<string>; readonly completion: Completion },
): string {
  const given = ownValue(row, 'id') ?? null;
  if (given !== null && typeof given !== 'string') throw misfit(`${path}.id`, 'a text', given);
  const id = given ?? ids();
  if (seen.has(id)) issues.push(issueAt(`${path}.id`, reason('row.duplicateId', { id })));
  seen.add(id);
  return id;
}

function object(value: JsonValue, path: string): JsonObject {
  if (!isJsonObject(value)) throw misfit(path, 'an object', value);
  return value;
}
/** The stored values of fields, and those that replace them. */
export interface Merge {
  readonly stored: JsonObject;
  readonly patch: JsonObject;
  readonly prefix: string;
  readonly completion: Completion;
}

/**
 * A stored document with the changes of a PATCH: groups are merged, everything else that the patch names is
 * replaced. Both documents are complete; what the patch does not name is taken over as it is.
 */
export function mergeFields(
  fields: readonly FieldDescriptor[],
  { stored, patch, prefix, completion }: Merge,
): Record<string, JsonValue> {
  const merged: Record<string, JsonValue> = {};
  for (const field of fields) {
    if (!isStored(field)) continue;
    merged[field.name] = mergeField(field, { stored, patch, path: `${prefix}${field.name}`, completion });
  }
  return merged;
}

function mergeField(
  field: StoredField | GroupField,
  { stored, patch, path, completion }: Omit<Merge, 'prefix'> & { readonly path: string },
): JsonValue {
  const change = ownValue(patch, field.name);
  if (change === undefined) return ownValue(stored, field.name) ?? null;
  if (field.type !== 'group') return completeValue(field, { value: change, path, completion });
  // `null` clears every field of the group.
  if (!isJsonObject(change))
    return completeFields(field.fields, { data: {}, prefix: `${path}.`, completion });
  return mergeFields(field.fields, {
    stored: groupData(stored, field.name),
    patch: change,
    prefix: `${path}.`,
    completion,
  });
}
