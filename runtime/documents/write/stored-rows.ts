import type { FieldDescriptor } from '../../codegen/descriptors.js';
import { fieldsInside, rowFields } from '../../fields/inner-fields.js';
import { groupData, isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../util/json.js';

type Fields = readonly FieldDescriptor[];

/**
 * The stored rows that the rows of a write replace, of the same field, `id` and block: a row that a write
 * moves to another row around it, or puts back into a draft that had lost it, is still the same one.
 */
export interface StoredRows {
  /** The stored row that a row of the data replaces; null where it is a new one. */
  of(row: JsonObject): JsonObject | null;
}

/** What the rows of a write are looked up in. */
export interface RowSources {
  /** What the write changes. */
  readonly stored: JsonObject | null;
  /** Where a draft is written. Its rows count where `stored` has none of the same `id`. */
  readonly published?: JsonObject | null | undefined;
}

/**
 * Each stored row is used once, since it would give its values to several rows otherwise: by the row in its
 * own place if there is one, or else by the first one.
 */
export function storedRows(fields: Fields, data: JsonObject, { stored, published }: RowSources): StoredRows {
  const free = freeRows(fields, [stored, published]);
  const matches = new Map<JsonObject, JsonObject>();
  const match = (row: JsonObject, found: JsonObject | undefined): void => {
    if (found !== undefined) matches.set(row, found);
  };
  let level = listsIn(fields, data, stored ?? {});
  // Rows of a field are on one level, so those around them are known before.
  while (level.length > 0) {
    for (const list of level) {
      const places = byKey(list.stored);
      for (const row of list.rows) {
        const key = keyOf(row);
        const same = key === null ? undefined : places.get(key)?.shift();
        if (key !== null && same !== undefined) match(row, free.take(list.field, { key, same }));
      }
    }
    for (const { field, rows } of level) {
      for (const row of rows) {
        const key = keyOf(row);
        if (key !== null && !matches.has(row)) match(row, free.take(field, { key }));
      }
    }
    level = level.flatMap(({ field, rows }) =>
      rows.flatMap((row) => listsIn(rowFields(field, row), row, matches.get(row) ?? {})),
    );
  }
  return { of: (row) => matches.get(row) ?? null };
}

/** The rows of a field in the data, and in what they replace. */
interface Lists {
  readonly field: FieldDescriptor;
  readonly rows: readonly JsonObject[];
  readonly stored: readonly JsonObject[];
}

function listsIn(fields: Fields, data: JsonObject, stored: JsonObject): readonly Lists[] {
  return fields.flatMap((field) => {
    const value = ownValue(data, field.name);
    if (field.type === 'group') {
      return isJsonObject(value) ? listsIn(field.fields, value, groupData(stored, field.name)) : [];
    }
    if (fieldsInside(field).length === 0 || !Array.isArray(value)) return [];
    return [{ field, rows: objectsOf(value), stored: objectsOf(ownValue(stored, field.name)) }];
  });
}

function objectsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]).filter(isJsonObject) : [];
}

function byKey(rows: readonly JsonObject[]): Map<string, JsonObject[]> {
  const found = new Map<string, JsonObject[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key !== null) found.set(key, [...(found.get(key) ?? []), row]);
  }
  return found;
}

interface FreeRows {
  /** A row that was not taken before: `same`, or the first one with the key. */
  take(
    field: FieldDescriptor,
    wanted: { readonly key: string; readonly same?: JsonObject },
  ): JsonObject | undefined;
}

type Known = Map<FieldDescriptor, Map<string, Set<JsonObject>>>;

function freeRows(fields: Fields, documents: readonly (JsonObject | null | undefined)[]): FreeRows {
  const known: Known = new Map();
  for (const document of documents) {
    if (!document) continue;
    const found: Known = new Map();
    collect(fields, document, found);
    for (const [field, rows] of found) known.set(field, new Map([...rows, ...(known.get(field) ?? [])]));
  }
  return {
    take(field, { key, same }) {
      const rows = known.get(field)?.get(key);
      if (rows === undefined) return undefined;
      const [first] = rows;
      const found = same ?? first;
      return found !== undefined && rows.delete(found) ? found : undefined;
    },
  };
}

function collect(fields: Fields, data: JsonObject, known: Known): void {
  for (const { field, rows } of listsIn(fields, data, {})) {
    const found = known.get(field) ?? new Map<string, Set<JsonObject>>();
    known.set(field, found);
    for (const row of rows) {
      const key = keyOf(row);
      if (key !== null) found.set(key, (found.get(key) ?? new Set<JsonObject>()).add(row));
      collect(rowFields(field, row), row, known);
    }
  }
}

/** Null for a row without an id. */
function keyOf(row: JsonObject): string | null {
  const id = ownValue(row, 'id');
  return typeof id === 'string' ? `${String(ownValue(row, 'blockType'))} ${id}` : null;
}
