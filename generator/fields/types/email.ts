import type { TextField } from '../../../runtime/codegen/descriptors.js';
import { textLike, textSchema } from '../families/text-like.js';
import type { FieldType } from '../field-type.js';

/** The longest address that mail servers accept. */
const maxLength = 254;

/** An email address. */
export const email: FieldType<TextField> = textLike({
  rule: 'email',
  inputSchema: (descriptor) => ({
    ...textSchema(descriptor),
    format: 'email',
    maxLength: Math.min(maxLength, descriptor.maxLength ?? maxLength),
  }),
  format: 'email',
  exampleOf: () => 'name@example.com',
});
