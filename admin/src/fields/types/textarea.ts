import { textLike } from '../families/text-like.js';
import type { FieldType } from '../field-type.js';

/** A text of several lines. */
export const textarea: FieldType = textLike;
