import type { TextField } from '../../../runtime/codegen/descriptors.js';
import type { Schema } from '../../emit/openapi/schema.js';
import { type TextRules, textLike, textSchema } from '../families/text-like.js';
import type { FieldType } from '../field-type.js';

/** An absolute http or https address. */
export const url: FieldType<TextField> = textLike({
  rule: 'url',
  inputSchema: urlSchema,
  format: 'uri',
  exampleOf: () => 'https://example.com/',
});

function urlSchema(rules: TextRules): Schema {
  const schema: Schema = { ...textSchema(rules), format: 'uri' };
  // A schema can have only one pattern, and that of the config is more specific.
  return { ...schema, pattern: schema.pattern ?? '^[Hh][Tt][Tt][Pp][Ss]?://' };
}
