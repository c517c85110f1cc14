import { listOf } from '../families/list-of.js';
import { textLike } from '../families/text-like.js';
import type { TextField } from '../field-descriptor.js';
import type { StoredFieldType } from '../field-type.js';

export const text: StoredFieldType<TextField> = { ...listOf(textLike(), 'list of texts'), mayBeBlank: true };
