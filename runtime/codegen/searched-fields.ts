/** What a collection is searched by: docs/spec/content-tools.md#search. */
import type { SearchWeight } from '../config/search-config.js';

export interface SearchDescriptor {
  /** Table of the index: `_svc_search_posts`. */
  readonly table: string;
  readonly fields: readonly SearchField[];
}

export interface SearchField {
  /** `title`, `seo.title`, `layout.text`. */
  readonly path: string;
  readonly weight: SearchWeight;
  /**
   * Fields that every reader of the document may read have 0; a field with an access list has a number of
   * its own, so that a search looks only at what the requester may read.
   */
  readonly group: number;
  /**
   * Only rows of these blocks, where one path leads through blocks of which some may read a part only: by the
   * path of the field with the blocks.
   */
  readonly blocks?: { readonly at: string; readonly slugs: readonly string[] };
}
