/** What a match in a field counts: 4 most, 1 least. */
export type SearchWeight = 1 | 2 | 3 | 4;

/** The search of a collection. */
export interface SearchConfig<Path extends string = string> {
  /**
   * The searched fields by their paths, and what a match in them counts: `{ title: 4, 'seo.title': 2, body:
   * 1 }`. Texts, lists of texts and rich text, also in groups, rows and blocks.
   */
  readonly fields: Readonly<Partial<Record<Path, SearchWeight>>>;
}
