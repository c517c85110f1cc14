import type { TrashCollection } from './trash-collections.js';

/** What a document is called; null where it has no title. */
export function titleOf(document: object, { title }: Pick<TrashCollection, 'title'>): string | null {
  if (title === null) return null;
  let value: unknown = document;
  for (const name of title.split('.'))
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
