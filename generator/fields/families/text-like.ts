/** Types whose values are texts. */
import type { PatternDescriptor, SlugField, TextField } from '../../../runtime/codegen/descriptors.js';
import { mustHaveText } from '../../../runtime/codegen/required-text.js';
import type { Schema } from '../../emit/openapi/schema.js';
import { isPortablePattern } from '../../emit/portable-pattern.js';
import { coreType } from '../../emit/sdk/core-names.js';
import { type Code, code, type Printable, raw, regex, string } from '../../print/code.js';
import { exampleText, repeated } from '../example-values.js';
import type { FieldType, TypedField } from '../field-type.js';
import { comparison } from './filters.js';
import { hasMany } from './lists.js';
import { valueType } from './values.js';

type TextLikeField = TextField | SlugField;

/** Rules that every type of texts has. */
export interface TextRules {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: PatternDescriptor;
}

interface TextLike<D extends TextLikeField> {
  /** The rule of the validators. */
  readonly rule: string;
  /** The schema in a body; a field that must have text gets its pattern in addition. */
  inputSchema(descriptor: D): Schema;
  /** The format that responses guarantee. */
  readonly format?: string;
  exampleOf(field: TypedField<D>): string;
  readonly isTelling?: boolean;
}

/** A type of texts. */
export function textLike<D extends TextLikeField>({
  rule,
  inputSchema,
  format,
  exampleOf,
  isTelling = true,
}: TextLike<D>): FieldType<D> {
  return valueType<D>({
    rule: (descriptor, { mode, callWith }) =>
      callWith(rule, [], {
        required: mode !== 'draft' && mustHaveText(descriptor) ? raw('true') : undefined,
        ...ruleOptions(descriptor),
      }),
    inputSchema: (descriptor) => {
      const schema = inputSchema(descriptor);
      return mustHaveText(descriptor) ? notBlank(schema) : schema;
    },
    outputSchema: () => ({ type: 'string', ...(format !== undefined && { format }) }),
    types: () => [raw('string')],
    filter: comparison<D>({
      name: () => 'Text',
      value: () => ({ type: 'string' }),
      types: () => [raw('string')],
      single: () => code`${coreType('TextFilter')}`,
    }),
    example: {
      isTelling,
      value: (field) => repeated(field.descriptor, exampleText(exampleOf(field), field.descriptor)),
      test: (descriptor) => (hasMany(descriptor) ? null : { contains: 'example' }),
    },
  });
}

function ruleOptions({
  minLength,
  maxLength,
  pattern,
}: TextRules): Readonly<Record<string, Printable | undefined>> {
  return { min: minLength, max: maxLength, pattern: pattern && patternCode(pattern) };
}

function patternCode({ source, flags }: PatternDescriptor): Code {
  if (isPortablePattern(source, flags)) return regex(source, flags);
  return code`new RegExp(${string(source)}, ${string(flags)})`;
}

/** The schema of a text with these rules. */
export function textSchema({ minLength, maxLength, pattern }: TextRules): Schema {
  return {
    type: 'string',
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(pattern && isUnicodePattern(pattern) && { pattern: pattern.source }),
  };
}

/** JSON Schema patterns are in Unicode mode. A pattern with another meaning there is described in words. */
export function isUnicodePattern({ flags }: PatternDescriptor): boolean {
  return flags === 'u';
}

/**
 * At least one character that is not white space. A schema has one pattern, so a second one goes into
 * `allOf`.
 */
function notBlank({ type = 'string', minLength = 1, ...others }: Schema): Schema {
  const schema: Schema = { type, minLength: Math.max(1, minLength), ...others };
  const pattern = '\\S';
  return schema.pattern === undefined ? { ...schema, pattern } : { ...schema, allOf: [{ pattern }] };
}
