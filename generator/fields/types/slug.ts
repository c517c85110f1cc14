import type { SlugField } from '../../../runtime/codegen/descriptors.js';
import type { Schema } from '../../emit/openapi/schema.js';
import { type TextRules, textLike, textSchema } from '../families/text-like.js';
import type { FieldType } from '../field-type.js';

/** A segment of a path, unique in its collection. */
export const slug: FieldType<SlugField> = textLike({
  rule: 'slug',
  inputSchema: slugSchema,
  exampleOf: () => 'an-example',
  isTelling: false,
});

/** Not empty, without characters that are special in a path. A pattern of the config replaces this rule. */
function slugSchema(rules: TextRules): Schema {
  const schema = textSchema(rules);
  return rules.pattern === undefined ? { ...schema, pattern: '^[^\\s/\\\\?#%.][^\\s/\\\\?#%]*$' } : schema;
}
