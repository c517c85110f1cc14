import type { PathItemObject } from 'openapi3-ts/oas31';

/** What the paths of a document need to know besides the document. */
export interface PathOptions {
  readonly tag: string;
  readonly takeId: (wanted: string) => string;
}

export type Paths = Readonly<Record<string, PathItemObject>>;
