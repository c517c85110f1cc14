import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import { isJsonObject, type JsonValue } from '../../../../runtime/util/json.js';
import { rowFields } from '../../documents/form-values.js';
import { textOfTree } from '../rich-text/tree.js';

const maxTitleLength = 80;

/** Returns a short title of a row: the first text in it. Empty if there is none. */
export function rowTitle(field: AdminFieldMeta, row: JsonValue): string {
  if (!isJsonObject(row)) return '';
  for (const own of rowFields(field, row)) {
    const text = textOf(own, row[own.name] ?? null)
      .replace(/\s+/g, ' ')
      .trim();
    if (text !== '') return text.length > maxTitleLength ? `${text.slice(0, maxTitleLength)}…` : text;
  }
  return '';
}

function textOf(field: AdminFieldMeta, value: JsonValue): string {
  switch (field.type) {
    case 'text':
    case 'textarea':
    case 'email':
    case 'url':
    case 'slug':
    case 'date':
    case 'number':
      return Array.isArray(value) ? value.join(', ') : value === null ? '' : String(value);
    case 'select':
      return field.options?.find((option) => option.value === value)?.label ?? '';
    case 'richText':
      return textOfTree(value);
    case 'group':
      return rowTitle(field, value);
    default:
      return '';
  }
}
