import { textLike } from '../families/text-like.js';
import type { FieldType } from '../field-type.js';

/** Longest texts that fit a short input, and one of half a line. */
const maxShort = 32;
const maxHalf = 120;

/** A text of one line. */
export const text: FieldType = {
  ...textLike,
  widget: ({ hasMany }) => (hasMany === true ? 'tags' : 'text'),
  room: ({ maxLength = Infinity }) => {
    if (maxLength <= maxShort) return 'short';
    return maxLength <= maxHalf ? 'half' : 'full';
  },
};
