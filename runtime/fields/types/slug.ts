import { textLike } from '../families/text-like.js';
import type { SlugField } from '../field-descriptor.js';
import type { StoredFieldType } from '../field-type.js';

export const slug: StoredFieldType<SlugField> = { ...textLike(), mayBeBlank: true };
