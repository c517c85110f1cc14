import { jsonValue } from '../families/json-value.js';
import type { JsonField } from '../field-descriptor.js';
import type { StoredFieldType } from '../field-type.js';

export const json: StoredFieldType<JsonField> = jsonValue();
