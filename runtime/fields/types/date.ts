import { singleValue } from '../families/single-value.js';
import type { DateField } from '../field-descriptor.js';
import type { StoredFieldType } from '../field-type.js';

export const date: StoredFieldType<DateField> = singleValue(({ time }) => (time ? 'timestamp' : 'date'));
