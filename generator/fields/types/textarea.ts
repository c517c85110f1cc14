import type { TextField } from '../../../runtime/codegen/descriptors.js';
import type { FieldType } from '../field-type.js';
import { text } from './text.js';

/** A text of several lines: the same but for its widget in the dashboard. */
export const textarea: FieldType<TextField> = text;
