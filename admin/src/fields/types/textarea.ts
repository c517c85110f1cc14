import { textLike } from '../families/text-like.js';
import type { FieldType } from '../field-type.js';

/** A text of at most so many characters fits into a few lines of half the width. */
const maxHalf = 200;

/** A text of several lines. */
export const textarea: FieldType = {
  ...textLike,
  room: ({ maxLength = Infinity }) => (maxLength <= maxHalf ? 'half' : 'full'),
};
