import type { Document } from './documents.js';

/** A piece of a text, and the found words in it. */
export interface Highlight {
  readonly text: string;
  /** Begin and end of each, in UTF-16 units. */
  readonly marks: readonly (readonly [begin: number, end: number])[];
}

/** Characters of a title that are seen in any list. */
const seenOfTitle = 36;

/**
 * The place that is shown below the title of a document: the first one outside of the title, else the one in
 * it, if it is too far from the beginning to be seen there.
 */
export function placeBelow(document: Document, titlePath: string): readonly [string, Highlight] | null {
  const all = highlightsOf(document);
  const [path, pieces = []] = all.find(([each]) => each !== titlePath) ?? [];
  const [piece] = pieces;
  if (path !== undefined && piece !== undefined) return [path, piece];
  const inTitle = all.find(([each]) => each === titlePath)?.[1][0];
  const [, end] = inTitle?.marks[0] ?? [0, 0];
  return inTitle !== undefined && end > seenOfTitle ? [titlePath, inTitle] : null;
}

/** Returns the places where a search was found, by the path of the field. */
export function highlightsOf(document: Document): readonly (readonly [string, readonly Highlight[]])[] {
  // The response has the form of the contract.
  return Object.entries((document['_highlights'] ?? {}) as unknown as Record<string, readonly Highlight[]>);
}
