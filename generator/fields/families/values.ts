/** Types of one value, or with `hasMany` of a list of such values. */
import type { FieldDescriptor } from '../../../runtime/codegen/descriptors.js';
import type { Context } from '../../emit/openapi/context.js';
import type { SchemaOrReference } from '../../emit/openapi/schema.js';
import { nullableUnless } from '../../emit/openapi/values.js';
import { type Code, code, union } from '../../print/code.js';
import type {
  FieldExample,
  FieldFilter,
  FieldInput,
  FieldType,
  OutputContext,
  RuleContext,
} from '../field-type.js';
import { hasMany, listRule, listSchema, listType, readonlyListType } from './lists.js';

interface InputParts<D extends FieldDescriptor> {
  /** The rule of one value. */
  rule(descriptor: D, at: RuleContext): Code;
  /** The schema of one value in a body. */
  inputSchema(descriptor: D, context: Context): SchemaOrReference;
  /** The type of one value in a body, as the branches of a union. */
  inputTypes(descriptor: D): readonly Code[];
}

interface ValueParts<D extends FieldDescriptor> extends Omit<InputParts<D>, 'inputTypes'> {
  /** The schema of one value in a response. */
  outputSchema(descriptor: D, at: OutputContext): SchemaOrReference;
  /** The type of one value, as the branches of a union. */
  types(descriptor: D): readonly Code[];
  /** The same in a body, where that accepts more. */
  readonly inputTypes?: (descriptor: D) => readonly Code[];
  readonly filter: FieldFilter<D>;
  readonly example: FieldExample<D>;
}

/** A type of values. */
export function valueType<D extends FieldDescriptor>({
  types,
  inputTypes = types,
  outputSchema,
  filter,
  example,
  ...parts
}: ValueParts<D>): FieldType<D> {
  return {
    input: valueInput({ ...parts, inputTypes }),
    output: {
      schema: ({ descriptor }, at) => {
        const value = outputSchema(descriptor, at);
        return hasMany(descriptor) ? { type: 'array', items: value } : nullableUnless(at.isRequired, value);
      },
      type: ({ descriptor }, { isNullable }) => {
        if (hasMany(descriptor)) return listType(types(descriptor));
        const type = union(types(descriptor));
        return isNullable ? code`${type} | null` : type;
      },
    },
    filter,
    example,
  };
}

/** The input of a type of values. */
export function valueInput<D extends FieldDescriptor>({
  rule,
  inputSchema,
  inputTypes,
}: InputParts<D>): FieldInput<D> {
  return {
    rule: ({ descriptor }, at) => {
      const value = rule(descriptor, at);
      return hasMany(descriptor) ? listRule('list', value, { ...at, of: descriptor }) : value;
    },
    schema: ({ descriptor }, { context }) => {
      const value = inputSchema(descriptor, context);
      return hasMany(descriptor) ? listSchema(descriptor, value) : value;
    },
    type: ({ descriptor }) => {
      const types = inputTypes(descriptor);
      return hasMany(descriptor) ? readonlyListType(types) : union(types);
    },
  };
}
