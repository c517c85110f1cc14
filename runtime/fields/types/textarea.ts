import { textLike } from '../families/text-like.js';
import type { TextField } from '../field-descriptor.js';
import type { StoredFieldType } from '../field-type.js';

export const textarea: StoredFieldType<TextField> = { ...textLike(), mayBeBlank: true };
