import { rows } from '../families/rows.js';
import type { FieldType } from '../field-type.js';

/** Rows of several kinds. */
export const blocks: FieldType = { ...rows, widget: () => 'blocks' };
