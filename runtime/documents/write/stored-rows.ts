import { fieldsInside } from '../../access/field-rights.js';
import type { FieldDescriptor } from '../../codegen/descriptors.js';
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../util/json.js';

/**
 * The rows of stored documents by field and `id`: a row that a write moves to another row around it, or puts
 * back into a draft that had lost it, is still the same one.
 */
export interface StoredRows {
  /** The stored row with the id and the block of a row; null where there is none. */
  find(field: FieldDescriptor, row: JsonObject): JsonObject | null;
}

/** @param documents - whose rows are found; of equal rows that of the first document. */
export function storedRows(
  fields: readonly FieldDescriptor[],
  documents: readonly (JsonObject | null | undefined)[],
): StoredRows {
  // Most writes find each row in its place, and read no others.
  let known: Known | null = null;
  return {
    find(field, row) {
      if (typeof ownValue(row, 'id') !== 'string') return null;
      known ??= collected(fields, documents);
      return known.get(field)?.get(keyOf(row)) ?? null;
    },
  };
}

type Known = Map<FieldDescriptor, Map<string, JsonObject>>;

function collected(
  fields: readonly FieldDescriptor[],
  documents: readonly (JsonObject | null | undefined)[],
): Known {
  const known: Known = new Map();
  for (const document of documents) if (document) collect(fields, document, known);
  return known;
}

function collect(fields: readonly FieldDescriptor[], data: JsonObject, known: Known): void {
  for (const field of fields) {
    const value = ownValue(data, field.name);
    if (field.type === 'group') {
      if (isJsonObject(value)) collect(field.fields, value, known);
    } else if (Array.isArray(value) && fieldsInside(field).length > 0) {
      const rows = known.get(field) ?? new Map<string, JsonObject>();
      known.set(field, rows);
      for (const row of (value as readonly JsonValue[]).filter(isJsonObject)) {
        if (!rows.has(keyOf(row))) rows.set(keyOf(row), row);
        collect(rowFields(field, row), row, known);
      }
    }
  }
}

function keyOf(row: JsonObject): string {
  return `${String(ownValue(row, 'blockType'))} ${String(ownValue(row, 'id'))}`;
}

/** The fields of one row. */
export function rowFields(field: FieldDescriptor, row: JsonObject): readonly FieldDescriptor[] {
  if (field.type === 'array') return field.fields;
  if (field.type !== 'blocks') return [];
  return field.blocks.find(({ slug }) => slug === ownValue(row, 'blockType'))?.fields ?? [];
}

/** The row of a stored list that a row of a write replaces: of the same id, and the same block. */
export function sameRow(stored: JsonValue | undefined, row: JsonObject): JsonObject | null {
  if (typeof ownValue(row, 'id') !== 'string' || !Array.isArray(stored)) return null;
  const same = (stored as readonly JsonValue[]).find(
    (one) =>
      isJsonObject(one) && ['id', 'blockType'].every((key) => ownValue(one, key) === ownValue(row, key)),
  );
  return isJsonObject(same) ? same : null;
}
