import type { JsonValue } from '../util/json.js';
import { isList, type StoredField } from './columns.js';

/** Columns by name, as a driver returns them. */
export type ColumnRow = Readonly<Record<string, unknown>>;

/** A field's value as the API returns it, from its columns. `NULL` in a list's column is the empty list. */
export function decodeColumns(field: StoredField, row: ColumnRow): JsonValue {
  switch (field.type) {
    case 'point':
      return decodePoint(field.columns, row);
    case 'boolean': {
      const value = column(field.column, row);
      return value === null ? null : value !== 0;
    }
    case 'relationship':
      return decodeReference(column(field.column, row), field.collectionColumn, row);
    case 'json':
    case 'richText':
      return parsed(column(field.column, row), null);
    default: {
      const value = column(field.column, row);
      return isList(field) ? parsed(value, []) : value;
    }
  }
}

function decodePoint(columns: readonly [string, string] | undefined, row: ColumnRow): JsonValue {
  const longitude = column(columns?.[0], row);
  const latitude = column(columns?.[1], row);
  return longitude === null || latitude === null ? null : [longitude, latitude];
}

function decodeReference(id: JsonValue, collectionColumn: string | undefined, row: ColumnRow): JsonValue {
  if (collectionColumn === undefined || id === null) return id;
  return { collection: column(collectionColumn, row), id };
}

function parsed(value: JsonValue, empty: JsonValue): JsonValue {
  return typeof value === 'string' ? (JSON.parse(value) as JsonValue) : empty;
}

function column(name: string | undefined, row: ColumnRow): string | number | null {
  const value = name === undefined ? null : row[name];
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}
