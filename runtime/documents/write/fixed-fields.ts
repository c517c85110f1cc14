/**
 * Fields that a requester may not change (docs/spec/contract.md#field-access): a write that names one is
 * refused, unless it changes nothing.
 */

import { isDeepStrictEqual } from 'node:util';
import type { DocumentAccess } from '../../access/document-access.js';
import type { FieldRights } from '../../access/field-rights.js';
import type { DocumentDescriptor, FieldDescriptor } from '../../codegen/descriptors.js';
import { reason } from '../../errors/reasons/reason.js';
import { issueAt, ServiceError } from '../../errors/service-error.js';
import { fieldsInside, rowFields } from '../../fields/inner-fields.js';
import { isStored } from '../../fields/writable.js';
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../util/json.js';
import { completeValue } from './complete-value.js';
import { type StoredRows, storedRows } from './stored-rows.js';

/**
 * What a write is compared with: the stored document, group or row; null where there is none; `unknown`
 * before it is looked up. Then only fields that may not be read either are refused, since no value would make
 * a difference.
 */
type Stored = JsonObject | null | 'unknown';

interface Walk {
  readonly rights: FieldRights;
  /** Null before the stored document is looked up. */
  readonly rows: StoredRows | null;
  readonly paths: string[];
}

/**
 * Refuses what can be refused without reading the stored document.
 *
 * @throws ServiceError FORBIDDEN naming the fields.
 */
export function refuseFixedFields(
  fields: readonly FieldDescriptor[],
  {
    data,
    operation,
    rights,
  }: { readonly data: JsonObject; readonly operation: 'create' | 'update'; readonly rights: FieldRights },
): void {
  compare(fields, {
    data,
    stored: operation === 'create' ? null : 'unknown',
    prefix: '',
    walk: { rights, rows: null, paths: [] },
  });
}

/**
 * Whether data names a field that must not be changed, or one that contains such a field: then the stored
 * document decides.
 */
export function concernsFixedFields(
  fields: readonly FieldDescriptor[],
  { data, rights }: { readonly data: JsonObject; readonly rights: FieldRights },
): boolean {
  return fields.some((field) => ownValue(data, field.name) !== undefined && concerns(field, rights));
}

/** What a write is compared with. */
export interface WriteBase {
  /** The document that the write changes; null where there is none yet. */
  readonly stored: JsonObject | null;
  /** The document as the requester sees it, null where they see none. Default: `stored`. */
  readonly seen?: JsonObject | null;
  /**
   * The published document, where a draft is written and the requester may read it: rows that the draft has
   * lost may come back.
   */
  readonly published?: JsonObject | null;
}

/** Of whom, and on what, the rights are checked. */
export interface WriteRights extends WriteBase {
  readonly descriptor: DocumentDescriptor;
  readonly access: DocumentAccess | null;
}

/**
 * The data of a write, checked against the requester's rights to change fields. Fields sent with the value
 * that the requester sees are left out: written to the published document, they would overwrite a pending
 * value. A list of rows replaces the stored one, so rows that keep their `id`, wherever in the document they
 * are now, are given back the values that the requester may not change, and those that they do not see and
 * have not sent. Whether a value is a change is decided by what the requester sees: otherwise 200 or 403
 * would reveal what is in a draft.
 *
 * @throws ServiceError FORBIDDEN naming the fields.
 */
export function withinFieldRights(
  data: JsonObject,
  { descriptor, stored, seen = stored, published = null, access }: WriteRights,
): JsonObject {
  if (access === null) return data;
  const { fields: rights } = access;
  if (!rights.fixesIn(descriptor) && rights.hiddenIn(descriptor) === null) return data;
  const { fields } = descriptor;
  const against = (base: JsonObject | null): Compared => {
    const rows = storedRows(fields, data, { stored: base, published });
    return { data, stored: base, prefix: '', walk: { rights, rows, paths: [] } };
  };
  const compared = compare(fields, against(seen));
  return seen === stored ? compared : compareFields(fields, against(stored));
}

function compare(fields: readonly FieldDescriptor[], { data, stored, prefix, walk }: Compared): JsonObject {
  const compared = compareFields(fields, { data, stored, prefix, walk });
  if (walk.paths.length > 0) throw fixedFieldsError(walk.paths);
  return compared;
}
/** The data of a document, of a group or of a row, next to what is stored there. */
interface Compared {
  readonly data: JsonObject;
  readonly stored: Stored;
  readonly prefix: string;
  readonly walk: Walk;
}

/** A value of the data, next to the stored document, group or row that holds its field. */
interface ComparedValue extends Pick<Compared, 'stored' | 'walk'> {
  readonly value: JsonValue;
  readonly path: string;
}

function compareFields(
  fields: readonly FieldDescriptor[],
  { data, stored, prefix, walk }: Compared,
): JsonObject {
  let compared = data;
  for (const field of fields) {
    const value = ownValue(data, field.name);
    if (value === undefined || !keeps(field, walk.rights)) continue;
    const next = compareField(field, { value, stored, path: `${prefix}${field.name}`, walk });
    if (stored !== 'unknown' && walk.rights.fixed.has(field)) compared = without(compared, field.name);
    else if (next !== value) compared = { ...compared, [field.name]: next };
  }
  return compared;
}

function without(data: JsonObject, name: string): JsonObject {
  const { [name]: _, ...rest } = data;
  return rest;
}

/** Whether the field, or one inside of it, must not be changed. */
function concerns(field: FieldDescriptor, rights: FieldRights): boolean {
  return (
    rights.fixed.has(field) ||
    fieldsInside(field)
      .flat()
      .some((inner) => concerns(inner, rights))
  );
}

/** The same, and whether it or one inside of it is hidden: a row without such a value must not lose it. */
function keeps(field: FieldDescriptor, rights: FieldRights): boolean {
  if (rights.fixed.has(field) || rights.hidden.has(field)) return true;
  return fieldsInside(field)
    .flat()
    .some((inner) => keeps(inner, rights));
}

function compareField(field: FieldDescriptor, { value, stored, path, walk }: ComparedValue): JsonValue {
  if (field.type === 'group') {
    const inner = inside(stored, field.name);
    if (isJsonObject(value))
      return compareFields(field.fields, { data: value, stored: inner, prefix: `${path}.`, walk });
    // `null` clears every field of the group, which names them all; where nothing is stored it names none.
    if (stored !== null)
      compareFields(field.fields, { data: clearing(field.fields), stored: inner, prefix: `${path}.`, walk });
    return value;
  }
  if (walk.rights.fixed.has(field)) {
    if (!isAllowed(field, { value, stored, rights: walk.rights })) walk.paths.push(path);
    return value;
  }
  if (!Array.isArray(value)) return value;
  return (value as readonly JsonValue[]).map((row, position) =>
    isJsonObject(row) ? compareRow(field, { row, stored, path: `${path}.${position}`, walk }) : row,
  );
}

function inside(stored: Stored, name: string): Stored {
  if (stored === null || stored === 'unknown') return stored;
  const value = ownValue(stored, name);
  return isJsonObject(value) ? value : {};
}

/** The explicit form of a group's `null`: every field cleared. */
function clearing(fields: readonly FieldDescriptor[]): JsonObject {
  return Object.fromEntries(fields.map(({ name }) => [name, null]));
}

function isAllowed(
  field: FieldDescriptor,
  {
    value,
    stored,
    rights,
  }: { readonly value: JsonValue; readonly stored: Stored; readonly rights: FieldRights },
): boolean {
  if (rights.hidden.has(field) || stored === null) return false;
  if (stored === 'unknown') return true;
  const current = ownValue(stored, field.name) ?? null;
  return isDeepStrictEqual(value, current) || isDeepStrictEqual(completed(field, value), current);
}

/**
 * The value as it would be stored (a date in another notation, an empty list for `null`); as it is where it
 * does not fit.
 */
function completed(field: FieldDescriptor, value: JsonValue): JsonValue {
  if (!isStored(field)) return value;
  try {
    // A row without an id would get a new one, so it matches no stored row.
    return completeValue(field, { value, path: field.path, completion: { ids: () => '', issues: [] } });
  } catch {
    return value;
  }
}

function compareRow(
  field: FieldDescriptor,
  {
    row,
    stored,
    path,
    walk,
  }: { readonly row: JsonObject; readonly stored: Stored; readonly path: string; readonly walk: Walk },
): JsonObject {
  const fields = rowFields(field, row);
  if (stored === 'unknown') return compareFields(fields, { data: row, stored, prefix: `${path}.`, walk });
  const before = walk.rows?.of(row) ?? null;
  const compared = compareFields(fields, { data: row, stored: before, prefix: `${path}.`, walk });
  return before === null ? compared : keepFixed(fields, { row: compared, before, rights: walk.rights });
}

function keepFixed(
  fields: readonly FieldDescriptor[],
  {
    row,
    before,
    rights,
  }: { readonly row: JsonObject; readonly before: JsonObject; readonly rights: FieldRights },
): JsonObject {
  let kept = row;
  for (const field of fields) {
    if (!keeps(field, rights) || !isStored(field)) continue;
    const input = ownValue(row, field.name);
    const stored = ownValue(before, field.name);
    if (stored === undefined) continue;
    const isLeftOut = input === undefined && rights.hidden.has(field);
    if (field.type === 'group') {
      if (input !== undefined && !isJsonObject(input)) continue;
      const inner = isJsonObject(stored) ? stored : {};
      kept = { ...kept, [field.name]: keepFixed(field.fields, { row: input ?? {}, before: inner, rights }) };
    } else if (rights.fixed.has(field) || isLeftOut) {
      // Also where it was sent: it does not change what the requester sees, but a draft may hold another
      // value.
      kept = { ...kept, [field.name]: stored };
    }
  }
  return kept;
}

/** The 403 that names the fields which a write must not name. */
function fixedFieldsError(paths: readonly string[]): ServiceError {
  return new ServiceError('FORBIDDEN', reason('fields.fixed', { paths }), {
    details: paths.map((path) => issueAt(path, reason('field.fixed'))),
  });
}
