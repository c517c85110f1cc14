import { jsonValue } from '../families/json-value.js';
import type { JsonField } from '../field-descriptor.js';
import type { ValueFieldType } from '../field-type.js';

export const json: ValueFieldType<JsonField> = jsonValue();
