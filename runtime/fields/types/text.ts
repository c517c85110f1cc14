import { describeText } from '../families/describe-text.js';
import { listOf } from '../families/list-of.js';
import { textLike } from '../families/text-like.js';
import type { TextField } from '../field-descriptor.js';
import type { ValueFieldType } from '../field-type.js';

export const text: ValueFieldType<TextField> = {
  ...listOf(textLike(describeText), 'list of texts'),
  mayBeBlank: true,
};
