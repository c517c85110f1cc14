/** Limits of the text of a search, in characters and words: docs/spec/content-tools.md#search. */
export const maxSearchLength = 200;
export const maxSearchWords = 10;
