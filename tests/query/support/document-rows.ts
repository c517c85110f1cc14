/** The rows that store a document: its own row, and those of its lists. */
import type { CollectionDescriptor, FieldDescriptor } from '../../../runtime/codegen/descriptors.js';
import { pendingDescriptor } from '../../../runtime/codegen/pending-descriptor.js';
import { isRelation } from '../../../runtime/fields/relation.js';
import type { JsonObject, JsonValue } from '../../../runtime/util/json.js';

export type Values = Record<string, string | number | null>;

export interface TableRow {
  readonly table: string;
  readonly values: Values;
}

/** Rows of a published document, its own row first, without `_doc`. */
export function publishedRows(collection: CollectionDescriptor, document: JsonObject): readonly TableRow[] {
  return rowsOf(collection, document, {});
}

/** The same for a pending draft: the draft view of the document, and whether a published version exists. */
export function pendingRows(
  collection: CollectionDescriptor,
  document: JsonObject,
  isLive: boolean,
): readonly TableRow[] {
  return rowsOf(pendingDescriptor(collection), document, { _live: Number(isLive), _fields: '[]' });
}

function rowsOf(
  { table, fields }: CollectionDescriptor,
  document: JsonObject,
  state: Values,
): readonly TableRow[] {
  const id = String(document['id']);
  const createdAt = String(document['createdAt'] ?? '2026-01-01T00:00:00.000Z');
  const values: Values = {
    id,
    createdAt,
    updatedAt: String(document['updatedAt'] ?? createdAt),
    _revision: 1,
    ...state,
  };
  const entries: TableRow[] = [];
  encode(fields, document, values, entries);
  return [
    { table, values },
    ...entries.map((entry) => ({ table: entry.table, values: { parent: id, ...entry.values } })),
  ];
}

function encode(
  fields: readonly FieldDescriptor[],
  values: JsonObject,
  columns: Values,
  entries: TableRow[],
): void {
  for (const field of fields) {
    const value = values[field.name] ?? null;
    if (field.type === 'group') encode(field.fields, isObject(value) ? value : {}, columns, entries);
    else if (field.type === 'point') {
      const [longitude, latitude] = Array.isArray(value) ? value : [];
      if (field.columns) {
        columns[field.columns[0]] = (longitude as number | undefined) ?? null;
        columns[field.columns[1]] = (latitude as number | undefined) ?? null;
      }
    } else if (isRelation(field)) encodeRelation(field, value, columns, entries);
    else if (field.type !== 'join' && field.column !== undefined)
      columns[field.column] = encodeValue(field, value);
  }
}

function encodeRelation(
  field: Extract<FieldDescriptor, { type: 'relationship' | 'upload' }>,
  value: JsonValue,
  columns: Values,
  entries: TableRow[],
): void {
  if (field.hasMany) {
    for (const [position, member] of (Array.isArray(value) ? value : []).entries()) {
      const reference = isObject(member)
        ? { collection: member['collection'], target: member['id'] }
        : { target: member };
      entries.push({ table: field.table ?? '', values: { position, ...(reference as Values) } });
    }
    return;
  }
  if (field.column === undefined) return;
  columns[field.column] = isObject(value) ? String(value['id']) : (value as string | null);
  if (field.collectionColumn !== undefined) {
    columns[field.collectionColumn] = isObject(value) ? String(value['collection']) : null;
  }
}

function encodeValue(field: FieldDescriptor, value: JsonValue): string | number | null {
  const isJson =
    ('hasMany' in field && field.hasMany) || ['json', 'richText', 'array', 'blocks'].includes(field.type);
  if (value === null) return isJson && field.type !== 'json' && field.type !== 'richText' ? '[]' : null;
  if (isJson) return JSON.stringify(value);
  return typeof value === 'boolean' ? Number(value) : (value as string | number);
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
