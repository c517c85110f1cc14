import type { TextField } from '../../../runtime/codegen/descriptors.js';
import { textLike, textSchema } from '../families/text-like.js';
import type { FieldType } from '../field-type.js';

/** A text of one line. */
export const text: FieldType<TextField> = textLike({
  rule: 'text',
  inputSchema: textSchema,
  exampleOf: ({ label }) => label,
});
