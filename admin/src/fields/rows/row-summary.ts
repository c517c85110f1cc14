import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import { isJsonObject, type JsonValue } from '../../../../runtime/util/json.js';
import { rowFields } from '../../documents/form-values.js';
import { fieldTypeOf } from '../types/index.js';
import { rowTitle } from './row-title.js';

/** Texts of a folded row beside its title. */
const maxTexts = 3;
const maxLength = 60;

/** Returns what a folded row shows beside its title: the next texts in it. */
export function rowSummary(field: AdminFieldMeta, row: JsonValue): string {
  if (!isJsonObject(row)) return '';
  const texts = rowFields(field, row)
    .filter(({ hidden }) => hidden !== true)
    .map((own) => fieldTypeOf(own).title(own, row[own.name] ?? null, rowTitle))
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '' && !rowTitle(field, row).startsWith(text))
    .map((text) => (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text));
  return texts.slice(0, maxTexts).join(' · ');
}
