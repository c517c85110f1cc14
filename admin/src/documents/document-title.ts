import type { AdminCollectionMeta, AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import type { JsonObject } from '../../../runtime/util/json.js';
import { containing } from '../api/containing.js';
import type { Where } from '../api/documents.js';
import { valueAt } from './path.js';

/** Returns the title of a document: the value of `useAsTitle`; null if it has none. */
export function documentTitle({ useAsTitle, fields }: TitleMeta, document: JsonObject): string | null {
  const value = valueAt(document, useAsTitle.split('.'));
  const field = fieldAt(fields, useAsTitle.split('.'));
  const label = field?.options?.find((option) => option.value === value)?.label;
  const text = label ?? (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
  return text.trim() === '' ? null : text;
}

type TitleMeta = Pick<AdminCollectionMeta, 'useAsTitle' | 'fields'>;

/** Returns the filter for a search text: its words in the title, or the id if there are no titles. */
export function titleFilter(meta: TitleMeta, search: string): Where | null {
  const text = search.trim();
  if (text === '') return null;
  const { useAsTitle, fields } = meta;
  const operators = fieldAt(fields, useAsTitle.split('.'))?.operators ?? [];
  if (operators.includes('contains')) return containing(text, [useAsTitle]);
  return { id: { equals: text } };
}

/** Returns the field at a path through groups. */
export function fieldAt(
  fields: readonly AdminFieldMeta[],
  path: readonly string[],
): AdminFieldMeta | undefined {
  const [name, ...rest] = path;
  const field = fields.find((each) => each.name === name);
  return rest.length === 0 || field === undefined ? field : fieldAt(field.fields ?? [], rest);
}
