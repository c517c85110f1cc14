import { rows } from '../families/rows.js';
import type { FieldType } from '../field-type.js';

/** Rows of the same fields. */
export const array: FieldType = { ...rows, widget: () => 'array' };
