import type { Document, Value } from '../api/documents.js';

/** Returns the value at a dotted path; undefined where there is none. */
export function valueAt(document: Document, path: string): Value | undefined {
  let value: unknown = document;
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[part];
  }
  // Responses of the API are JSON throughout.
  return value as Value | undefined;
}

/** Returns the title of a document, else its id. */
export function titleOf(document: Document, useAsTitle: string): string {
  const value = valueAt(document, useAsTitle);
  return typeof value === 'string' && value.trim() !== ''
    ? value
    : typeof value === 'number'
      ? `${value}`
      : '';
}
