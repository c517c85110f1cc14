import { describeText } from '../families/describe-text.js';
import { textLike } from '../families/text-like.js';
import type { TextField } from '../field-descriptor.js';
import type { ValueFieldType } from '../field-type.js';

export const url: ValueFieldType<TextField> = textLike(describeText);
