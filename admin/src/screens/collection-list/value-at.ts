import type { Document, Value } from '../../api/documents.js';

/** The value at a dotted path; undefined where there is none. */
export function valueAt(document: Document, path: string): Value | undefined {
  let value: unknown = document;
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[part];
  }
  // What the API answers is JSON throughout.
  return value as Value | undefined;
}

/** What names a document: its title field, else its id. */
export function titleOf(document: Document, useAsTitle: string): string {
  const value = valueAt(document, useAsTitle);
  return typeof value === 'string' && value.trim() !== ''
    ? value
    : typeof value === 'number'
      ? `${value}`
      : '';
}
