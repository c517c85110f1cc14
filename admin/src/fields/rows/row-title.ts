import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../runtime/util/json.js';
import { rowFields } from '../../documents/form-values.js';
import { fieldTypeOf } from '../types/index.js';

const maxTitleLength = 80;

/** Names of fields that say what a row is. */
const naming: ReadonlySet<string> = new Set(['title', 'label', 'heading', 'headline', 'name', 'question']);

/** Types of fields in which users write. */
const written: ReadonlySet<string> = new Set(['text', 'textarea', 'richText']);

/**
 * Returns a short title of a row: the text of a field with a naming name, else the first written text, else
 * the first value that says anything. Empty if there is none.
 */
export function rowTitle(field: AdminFieldMeta, row: JsonValue): string {
  if (!isJsonObject(row)) return '';
  const parts = partsOf(field, row);
  const text = [isNaming, isWritten, () => true].flatMap((fits) => parts.find(fits)?.text ?? [])[0] ?? '';
  return text.length > maxTitleLength ? `${text.slice(0, maxTitleLength)}…` : text;
}

interface Part {
  readonly own: AdminFieldMeta;
  readonly text: string;
}

function isNaming({ own }: Part): boolean {
  return naming.has(own.name) && written.has(own.type);
}

function isWritten({ own }: Part): boolean {
  return written.has(own.type);
}

/** What the fields of a row say, those in groups too. */
function partsOf(field: AdminFieldMeta, row: JsonObject): readonly Part[] {
  return rowFields(field, row).flatMap((own): readonly Part[] => {
    const value = row[own.name] ?? null;
    if (own.type === 'group') return isJsonObject(value) ? partsOf(own, value) : [];
    const text = fieldTypeOf(own).title(own, value, rowTitle).replace(/\s+/g, ' ').trim();
    return text === '' ? [] : [{ own, text }];
  });
}
