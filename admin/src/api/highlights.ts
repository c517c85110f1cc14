import type { Document } from './documents.js';

/** A piece of a text, and the found words in it. */
export interface Highlight {
  readonly text: string;
  /** Begin and end of each, in UTF-16 units. */
  readonly marks: readonly (readonly [begin: number, end: number])[];
}

/** Returns the places where a search was found, by the path of the field. */
export function highlightsOf(document: Document): readonly (readonly [string, readonly Highlight[]])[] {
  // The response has the form of the contract.
  return Object.entries((document['_highlights'] ?? {}) as unknown as Record<string, readonly Highlight[]>);
}
