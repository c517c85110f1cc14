import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import { isJsonObject, type JsonValue } from '../../../../runtime/util/json.js';
import { rowFields } from '../../documents/form-values.js';
import { fieldTypeOf } from '../types/index.js';

const maxTitleLength = 80;

/** Returns a short title of a row: the first text in it. Empty if there is none. */
export function rowTitle(field: AdminFieldMeta, row: JsonValue): string {
  if (!isJsonObject(row)) return '';
  for (const own of rowFields(field, row)) {
    const text = fieldTypeOf(own)
      .title(own, row[own.name] ?? null, rowTitle)
      .replace(/\s+/g, ' ')
      .trim();
    if (text !== '') return text.length > maxTitleLength ? `${text.slice(0, maxTitleLength)}…` : text;
  }
  return '';
}
