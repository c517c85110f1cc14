import { textLike } from '../families/text-like.js';
import type { FieldType } from '../field-type.js';

/** A segment of a path. */
export const slug: FieldType = textLike;
