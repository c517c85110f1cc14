import { textLike } from '../families/text-like.js';
import type { FieldType } from '../field-type.js';

/** An email address. */
export const email: FieldType = textLike;
