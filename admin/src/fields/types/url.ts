import { textLike } from '../families/text-like.js';
import type { FieldType } from '../field-type.js';

/** An absolute http or https address. */
export const url: FieldType = textLike;
