/** Limits of the text of a search, in characters and words: docs/spec/content-tools.md#search. */
export const maxSearchLength = 200;
export const maxSearchWords = 10;
/** Collections that one search of several looks at. */
export const maxSearchedCollections = 10;
/** Max number of documents of such a search, and its default. */
export const hitLimits = { max: 100, default: 20 } as const;
