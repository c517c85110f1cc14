import type { FieldDescriptor, RelationshipField } from '../codegen/descriptors.js';
import { isBlank, mustHaveText } from '../codegen/required-text.js';
import type { ErrorDetail } from '../errors/service-error.js';
import { isList } from '../fields/columns.js';
import type { IdSource } from '../util/ids.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../util/json.js';
import { ownValue } from './own-value.js';

/** The input for completing a document, and the list for issues that a validator cannot see. */
export interface Completion {
  readonly ids: IdSource;
  readonly issues: ErrorDetail[];
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
  data: JsonObject,
  prefix: string,
  completion: Completion,
): Record<string, JsonValue> {
  const complete: Record<string, JsonValue> = {};
  for (const field of fields) {
    if (field.type === 'join') continue;
    complete[field.name] = completeValue(
      field,
      ownValue(data, field.name),
      `${prefix}${field.name}`,
      completion,
    );
  }
  return complete;
}

/** The complete form of one field's value; `path` is its position, with indexes of rows. */
export function completeValue(
  field: FieldDescriptor,
  value: JsonValue | undefined,
  path: string,
  completion: Completion,
): JsonValue {
  if (field.type === 'group') {
    if (value !== undefined && value !== null && !isJsonObject(value)) throw misfit(path, 'an object', value);
    return completeFields(field.fields, value ?? {}, `${path}.`, completion);
  }
  const complete =
    value === undefined || value === null ? emptyValue(field) : fittingValue(field, value, path, completion);
  if (completion.isDraft !== true && lacksValue(field, complete)) {
    completion.issues.push({ path, message: 'This field is required.' });
  }
  return complete;
}

/** What an empty field reads as. */
export function emptyValue(field: FieldDescriptor): JsonValue {
  return isList(field) ? [] : null;
}

export function isEmpty(value: JsonValue): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** Whether a required field has no value. */
function lacksValue(field: FieldDescriptor, value: JsonValue): boolean {
  if (field.type === 'join' || field.required !== true) return false;
  return isEmpty(value) || (typeof value === 'string' && mustHaveText(field) && isBlank(value));
}

function fittingValue(
  field: FieldDescriptor,
  value: JsonValue,
  path: string,
  completion: Completion,
): JsonValue {
  switch (field.type) {
    case 'json':
    case 'richText':
      return value;
    case 'point':
      return point(value, path);
    case 'array':
      return rows(field.fields, value, path, completion);
    case 'blocks':
      return blocks(field.blocks, value, path, completion);
    default:
      if (!isList(field)) return scalar(field, value, path, completion);
      return list(value, path).map((entry, position) =>
        scalar(field, entry, `${path}.${position}`, completion),
      );
  }
}

function scalar(field: FieldDescriptor, value: JsonValue, path: string, completion: Completion): JsonValue {
  switch (field.type) {
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) throw misfit(path, 'a number', value);
      // SQLite keeps -0, JSON does not.
      return value === 0 ? 0 : value;
    case 'boolean':
      if (typeof value !== 'boolean') throw misfit(path, 'a boolean', value);
      return value;
    case 'date':
      return date(value, field.time === true, path, completion);
    case 'relationship':
      return reference(field, value, path);
    default:
      return text(value, path, completion);
  }
}

function text(value: JsonValue, path: string, { issues }: Completion): string {
  if (typeof value !== 'string') throw misfit(path, 'a text', value);
  // A database stores UTF-8, which has no lone surrogates: it would silently store another text.
  if (/\p{Surrogate}/u.test(value))
    issues.push({ path, message: 'The text holds half of a surrogate pair.' });
  return value;
}

function date(value: JsonValue, time: boolean, path: string, { issues }: Completion): string {
  if (typeof value === 'string') {
    if (!time && /^\d{4}-\d{2}-\d{2}$/.test(value)) return value;
    const milliseconds = time ? Date.parse(value) : Number.NaN;
    if (!Number.isNaN(milliseconds)) {
      const normal = new Date(milliseconds).toISOString();
      // The text of a year outside this range has a sign and six digits, and would sort before all others.
      if (!/^\d/.test(normal)) issues.push({ path, message: 'The year must be from 0000 to 9999 in UTC.' });
      return normal;
    }
  }
  throw misfit(path, time ? 'a timestamp' : 'a date (YYYY-MM-DD)', value);
}

function point(value: JsonValue, path: string): JsonValue {
  const coordinates = list(value, path);
  const [longitude, latitude] = coordinates;
  if (coordinates.length !== 2 || typeof longitude !== 'number' || typeof latitude !== 'number') {
    throw misfit(path, 'a point ([longitude, latitude])', value);
  }
  return [longitude === 0 ? 0 : longitude, latitude === 0 ? 0 : latitude];
}

function reference(field: RelationshipField, value: JsonValue, path: string): JsonValue {
  if (!field.polymorphic) {
    if (typeof value !== 'string') throw misfit(path, 'the id of a document', value);
    return value;
  }
  const collection = isJsonObject(value) ? ownValue(value, 'collection') : undefined;
  const id = isJsonObject(value) ? ownValue(value, 'id') : undefined;
  if (typeof collection !== 'string' || typeof id !== 'string' || !field.to.includes(collection)) {
    throw misfit(path, `a reference ({ collection, id }) to ${field.to.join(' or ')}`, value);
  }
  return { collection, id };
}

function rows(
  fields: readonly FieldDescriptor[],
  value: JsonValue,
  path: string,
  completion: Completion,
): JsonValue {
  const seen = new Set<string>();
  return list(value, path).map((entry, position) => {
    const at = `${path}.${position}`;
    const row = object(entry, at);
    return { id: rowId(row, at, seen, completion), ...completeFields(fields, row, `${at}.`, completion) };
  });
}

function blocks(
  kinds: readonly { readonly slug: string; readonly fields: readonly FieldDescriptor[] }[],
  value: JsonValue,
  path: string,
  completion: Completion,
): JsonValue {
  const seen = new Set<string>();
  return list(value, path).map((entry, position) => {
    const at = `${path}.${position}`;
    const row = object(entry, at);
    const blockType = ownValue(row, 'blockType');
    const kind = kinds.find((one) => one.slug === blockType);
    if (kind === undefined) throw misfit(`${at}.blockType`, 'the slug of a block', blockType ?? null);
    const id = rowId(row, at, seen, completion);
    return { id, blockType: kind.slug, ...completeFields(kind.fields, row, `${at}.`, completion) };
  });
}

/** Keeps a row's id, so that it is stable, and gives one to a new row. */
function rowId(row: JsonObject, path: string, seen: Set<string>, { ids, issues }: Completion): string {
  const given = ownValue(row, 'id') ?? null;
  if (given !== null && typeof given !== 'string') throw misfit(`${path}.id`, 'a text', given);
  const id = given ?? ids();
  if (seen.has(id))
    issues.push({
      path: `${path}.id`,
      message: `Another row of this list has the id ${JSON.stringify(id)}.`,
    });
  seen.add(id);
  return id;
}

function list(value: JsonValue, path: string): readonly JsonValue[] {
  if (!Array.isArray(value)) throw misfit(path, 'a list', value);
  return value as readonly JsonValue[];
}

function object(value: JsonValue, path: string): JsonObject {
  if (!isJsonObject(value)) throw misfit(path, 'an object', value);
  return value;
}

function misfit(path: string, wanted: string, value: JsonValue): Error {
  const shown = JSON.stringify(value)?.slice(0, 100);
  return new Error(`${path} must be ${wanted}, but a hook or default made it ${shown}.`);
}
