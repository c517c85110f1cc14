import { listOf } from '../families/list-of.js';
import { textLike } from '../families/text-like.js';
import type { SelectField } from '../field-descriptor.js';
import type { ValueFieldType } from '../field-type.js';
import { equality } from '../operators.js';

export const select: ValueFieldType<SelectField> = listOf(textLike(equality), 'list of texts');
