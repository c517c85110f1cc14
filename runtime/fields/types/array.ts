import { container } from '../families/container.js';
import type { ArrayField } from '../field-descriptor.js';
import type { StoredFieldType } from '../field-type.js';

export const array: StoredFieldType<ArrayField> = container('rows');
