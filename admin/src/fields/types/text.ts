import { textLike } from '../families/text-like.js';
import type { FieldType } from '../field-type.js';

/** A text of one line. */
export const text: FieldType = {
  ...textLike,
  widget: ({ hasMany }) => (hasMany === true ? 'tags' : 'text'),
};
