import type { JsonValue } from '../util/json.js';
import type { StoredField } from './columns.js';
import { isList } from './columns.js';

/** A value of a column. */
export type ColumnValue = string | number | null;

/**
 * A field's value as its columns store it; the value is complete, as the API returns it. An empty list is
 * stored as `NULL`, so that an empty value is the same in every column. A `hasMany` relation has no columns.
 */
export function encodeColumns(field: StoredField, value: JsonValue): readonly ColumnValue[] {
  switch (field.type) {
    case 'point': {
      const [longitude, latitude] = (value ?? [null, null]) as readonly ColumnValue[];
      return [longitude ?? null, latitude ?? null];
    }
    case 'boolean':
      return [value === null ? null : Number(value)];
    case 'relationship': {
      if (field.collectionColumn === undefined) return [value as string | null];
      const reference = value as { readonly collection: string; readonly id: string } | null;
      return [reference?.id ?? null, reference?.collection ?? null];
    }
    case 'json':
    case 'richText':
      return [value === null ? null : JSON.stringify(value)];
    default:
      if (!isList(field)) return [value as ColumnValue];
      return [Array.isArray(value) && value.length > 0 ? JSON.stringify(value) : null];
  }
}
