import { isJsonObject, type JsonValue } from '../../../util/json.js';
import type { FieldSchema } from '../../schema/storage-schema.js';

/** The values of a field's columns, as `encodeColumns` computes them from a field's descriptor. */
export function columnValues(field: FieldSchema, value: JsonValue): readonly (string | number | null)[] {
  if (value === null) return field.columns.map(() => null);
  if (field.kind === 'point') return value as readonly number[];
  if (field.kind === 'json') return [JSON.stringify(value)];
  if (typeof value === 'boolean') return [Number(value)];
  if (Array.isArray(value)) return [value.length === 0 ? null : JSON.stringify(value)];
  if (isJsonObject(value)) return [String(value['id']), String(value['collection'])];
  return [value as string | number];
}
