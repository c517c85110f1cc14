/** Finds a document by the values of a unique field or index (docs/spec/content-tools.md#many-at-once). */
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { pendingTable } from '../../codegen/pending-descriptor.js';
import { type Reason, reason } from '../../errors/reasons/reason.js';
import { type Issue, issueAt } from '../../errors/service-error.js';
import { encodeColumns } from '../../fields/columns.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { ReadSource, SqlValue } from '../../storage/driver.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.js';
import { createDocumentModel, type DocumentModel, type FieldSlot } from '../document-model.js';
import type { DocumentType } from '../document-type.js';
import { completeValue } from './complete-value.js';

/** The values of a unique field or index, as they are stored. */
export interface UniqueKey {
  readonly columns: readonly string[];
  readonly values: readonly SqlValue[];
  /** Locks the key: one of two upserts of it creates the document, the other finds it. */
  readonly lock: string;
}

/** A key of a request, or what is wrong with it. */
export type ReadKey = { readonly key: UniqueKey } | { readonly issues: readonly Issue[] };

const models = new WeakMap<CollectionDescriptor, DocumentModel>();

function modelOf(descriptor: CollectionDescriptor): DocumentModel {
  const known = models.get(descriptor) ?? createDocumentModel(descriptor);
  models.set(descriptor, known);
  return known;
}

/** The paths of each unique field and unique index of a collection. */
export function uniquePaths({ indexes }: CollectionDescriptor): readonly (readonly string[])[] {
  return indexes.flatMap(({ unique, paths }) => (unique === true && paths.length > 0 ? [paths] : []));
}

/** Reads `{ sku: 'x' }`: it names exactly the fields of one unique field or unique index, by their paths. */
export function readKey(descriptor: CollectionDescriptor, input: JsonObject, path: string): ReadKey {
  const names = Object.keys(input);
  const matching = uniquePaths(descriptor).find(
    (paths) => paths.length === names.length && paths.every((one) => names.includes(one)),
  );
  const refused = (at: string, why: Reason): ReadKey => ({ issues: [issueAt(at, why)] });
  if (matching === undefined) {
    const keys = uniquePaths(descriptor).map((paths) => paths.join(' + '));
    return refused(path, reason('upsert.noUniqueKey', { keys }));
  }
  const { columnSlots, table } = modelOf(descriptor);
  const columns: string[] = [];
  const values: SqlValue[] = [];
  for (const name of matching) {
    const slot = columnSlots.find((one) => pathOf(one) === name);
    const value = input[name] ?? null;
    if (slot === undefined || value === null || value === '') {
      return refused(`${path}.${name}`, reason('upsert.emptyKey'));
    }
    const encoded = encodedValue(slot, value);
    if (encoded === null) return refused(`${path}.${name}`, reason('upsert.emptyKey'));
    columns.push(...encoded.map(([column]) => column));
    values.push(...encoded.map(([, one]) => one));
  }
  return { key: { columns, values, lock: JSON.stringify(['upsert', table, columns, values]) } };
}

function pathOf({ groups, field }: FieldSlot): string {
  return [...groups, field.name].join('.');
}

/** Null for a value that the field cannot have. */
function encodedValue(
  { field, columns }: FieldSlot,
  value: JsonValue,
): readonly (readonly [string, SqlValue])[] | null {
  try {
    const completion = { ids: () => '', issues: [] as Issue[], isDraft: true };
    const encoded = encodeColumns(field, completeValue(field, { value, path: field.path, completion }));
    const pairs = columns.map((column, index) => [column, encoded[index] ?? null] as const);
    return completion.issues.length > 0 || pairs.some(([, one]) => one === null) ? null : pairs;
  } catch {
    return null;
  }
}

/** The data of a document that has the values of a key. */
export function dataOfKey(input: JsonObject): JsonObject {
  let data: JsonObject = {};
  for (const [path, value] of Object.entries(input)) data = withValueAt(data, path.split('.'), value);
  return data;
}

/** The same data with further ones, which win; groups are merged. */
export function mergedData(one: JsonObject, other: JsonObject): JsonObject {
  let merged = one;
  for (const [name, value] of Object.entries(other)) {
    const before = merged[name];
    const isGroup = isJsonObject(before) && isJsonObject(value);
    merged = { ...merged, [name]: isGroup ? mergedData(before, value) : value };
  }
  return merged;
}

function withValueAt(
  data: JsonObject,
  [name = '', ...rest]: readonly string[],
  value: JsonValue,
): JsonObject {
  if (rest.length === 0) return { ...data, [name]: value };
  const inner = data[name];
  return { ...data, [name]: withValueAt(isJsonObject(inner) ? inner : {}, rest, value) };
}

/** A document with a key. */
export interface KeyedDocument {
  readonly id: string;
  /** Whether what is published has the key; otherwise only its draft has it. */
  readonly isPublished: boolean;
}

/**
 * The document with a key, in either view; null if there is none. Drafts count: otherwise the new document
 * could not be published.
 */
export async function findByKey(
  source: ReadSource,
  { model: { table }, pending }: DocumentType,
  { columns, values }: UniqueKey,
): Promise<KeyedDocument | null> {
  const equal = columns.map((column) => `${quoteIdentifier(column)} = ?`).join(' AND ');
  const tables = pending === null ? [table] : [table, pendingTable(table)];
  const rows = await source.all(
    tables
      .map((name, at) => `SELECT "id", ${at} AS "view" FROM ${quoteIdentifier(name)} WHERE ${equal}`)
      .join(' UNION ALL '),
    tables.flatMap(() => values),
  );
  const row = rows.find(({ view }) => Number(view) === 0) ?? rows[0];
  return row === undefined ? null : { id: String(row['id']), isPublished: Number(row['view']) === 0 };
}
