import { textLike } from '../families/text-like.js';
import type { FieldType, Shape } from '../field-type.js';

const segment: Shape = {
  fits: (value) => /^[^\s/\\?#%.][^\s/\\?#%]*$/u.test(value),
  message: {
    en: 'A part of an address, such as my-first-post: no spaces and none of / \\ ? # %.',
    de: 'Ein Teil einer Adresse, etwa mein-erster-beitrag: ohne Leerzeichen und ohne / \\ ? # %.',
  },
};

/** A segment of a path. The config may define its form by a pattern. */
export const slug: FieldType = {
  ...textLike,
  widget: () => 'slug',
  room: () => 'half',
  shape: ({ pattern }) => (pattern === undefined ? segment : null),
};
