import { container } from '../families/container.js';
import type { BlocksField } from '../field-descriptor.js';
import type { StoredFieldType } from '../field-type.js';

export const blocks: StoredFieldType<BlocksField> = container('blocks');
