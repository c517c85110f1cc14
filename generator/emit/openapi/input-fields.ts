import type { ReferenceObject } from 'openapi3-ts/oas31';
import type {
  FieldDescriptor,
  PatternDescriptor,
  RelationshipField,
  SlugField,
} from '../../../runtime/codegen/descriptors.js';
import { mustHaveText } from '../../../runtime/codegen/required-text.js';
import type { IrBlock, IrField } from '../../ir/ir.js';
import type { Context } from './context.js';
import { codeSpan, describeField, markdown, sentences, targetNote } from './describe.js';
import {
  choiceBy,
  closedObject,
  described,
  nullable,
  type Properties,
  type Schema,
  type SchemaOrReference,
} from './schema.js';
import {
  idSchema,
  pointSchema,
  presentJsonSchema,
  richTextSchema,
  safeIntegerSchema,
  timestampSchema,
} from './values.js';

/**
 * `create` requires the required fields; `update` is merged into the document, so everything is optional; a
 * `draft` may lack any field, also in rows.
 */
export type Operation = 'create' | 'update' | 'draft';

/** The object of fields in a request body: a whole body, a group, a row or a block. */
export function inputObject(
  fields: readonly IrField[],
  operation: Operation,
  context: Context,
  builtIn: Properties = {},
): Schema {
  const properties: Properties = { ...builtIn };
  for (const field of fields) {
    if (field.descriptor.type === 'join') continue;
    properties[field.descriptor.name] = described(
      inputField(field, operation, context),
      sentences(describeField(field), inputNote(field.descriptor, operation)),
    );
  }
  return closedObject(
    properties,
    fields.flatMap(({ descriptor }) => (mustBeGiven(descriptor, operation) ? [descriptor.name] : [])),
  );
}

/** Whether a body is refused without this field: it is required and has no default. */
function mustBeGiven(descriptor: FieldDescriptor, operation: Operation): boolean {
  if (operation !== 'create' || descriptor.type === 'join') return false;
  if (descriptor.type === 'group') return descriptor.fields.some((field) => mustBeGiven(field, operation));
  if (!descriptor.required || descriptor.default !== undefined || descriptor.defaultCallback) return false;
  return descriptor.type !== 'slug' || descriptor.from === undefined;
}

/** Whether the field can be emptied; a group with a field that cannot be emptied cannot either. */
function canBeEmpty(descriptor: FieldDescriptor): boolean {
  return descriptor.type === 'group' ? descriptor.fields.every(canBeEmpty) : descriptor.required !== true;
}

function inputField(field: IrField, operation: Operation, context: Context): SchemaOrReference {
  const { descriptor } = field;
  const value = valueSchema(field, operation, context);
  const accepted = operation === 'draft' || canBeEmpty(descriptor) ? nullable(value) : value;
  const filled = operation === 'create' && 'default' in descriptor && descriptor.default !== undefined;
  return filled ? { ...accepted, default: descriptor.default } : accepted;
}

function valueSchema(field: IrField, operation: Operation, context: Context): SchemaOrReference {
  const descriptor = operation === 'draft' ? notRequired(field.descriptor) : field.descriptor;
  const rowOperation = operation === 'draft' ? 'draft' : 'create';
  switch (descriptor.type) {
    case 'text':
    case 'textarea':
      return mustHaveText(descriptor)
        ? notBlank(textSchema(descriptor))
        : listUnlessSingle(descriptor, textSchema(descriptor));
    case 'email':
      return {
        ...textSchema(descriptor),
        format: 'email',
        maxLength: Math.min(254, descriptor.maxLength ?? 254),
      };
    case 'url':
      return urlSchema(descriptor);
    case 'slug':
      return mustHaveText(descriptor) ? notBlank(slugSchema(descriptor)) : slugSchema(descriptor);
    case 'number':
      return listUnlessSingle(descriptor, numberSchema(descriptor));
    case 'boolean':
      return { type: 'boolean' };
    case 'date':
      return descriptor.time ? timestampSchema : { type: 'string', format: 'date' };
    case 'select':
      return listUnlessSingle(descriptor, { type: 'string', enum: [...descriptor.options] });
    case 'json':
      return descriptor.required ? presentJsonSchema : {};
    case 'richText':
      return richTextSchema;
    case 'point':
      return pointSchema(context);
    case 'relationship':
      return relationSchema(descriptor);
    case 'join':
      throw new Error(`The join "${descriptor.path}" is read-only.`);
    case 'group':
      return inputObject(field.fields, operation, context);
    case 'array':
      return rowsSchema(descriptor, inputObject(field.fields, rowOperation, context, { id: rowId }));
    case 'blocks':
      return rowsSchema(
        descriptor,
        choiceBy(
          'blockType',
          new Map(
            field.blocks.map((block) => [
              block.descriptor.slug,
              blockReference(block, rowOperation, context),
            ]),
          ),
        ),
      );
  }
}

function notRequired(descriptor: FieldDescriptor): FieldDescriptor {
  const { required: _required, ...others } = descriptor;
  return others as FieldDescriptor;
}

const rowId: Schema = {
  type: 'string',
  minLength: 1,
  maxLength: 64,
  description: 'Of a row that is there already; a new row gets one.',
};

interface TextRules {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: PatternDescriptor;
}

function textSchema({ minLength, maxLength, pattern }: TextRules): Schema {
  return {
    type: 'string',
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(pattern && isPortable(pattern) && { pattern: pattern.source }),
  };
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

/** JSON Schema patterns are in Unicode mode. A pattern with another meaning there is described in words. */
function isPortable({ flags }: PatternDescriptor): boolean {
  return flags === 'u';
}

/** An absolute http or https address. */
function urlSchema(rules: TextRules): Schema {
  const schema: Schema = { ...textSchema(rules), format: 'uri' };
  // A schema can have only one pattern, and that of the config is more specific.
  return { ...schema, pattern: schema.pattern ?? '^[Hh][Tt][Tt][Pp][Ss]?://' };
}

/**
 * A segment of a path: not empty, without characters that are special there. A pattern of the config replaces
 * this rule.
 */
function slugSchema(rules: TextRules): Schema {
  const schema = textSchema(rules);
  return rules.pattern === undefined ? { ...schema, pattern: '^[^\\s/\\\\?#%.][^\\s/\\\\?#%]*$' } : schema;
}

interface NumberRules {
  readonly integer?: true;
  readonly min?: number;
  readonly max?: number;
}

function numberSchema({ integer, min, max }: NumberRules): Schema {
  return {
    ...(integer ? safeIntegerSchema : { type: 'number' }),
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
  };
}

interface RowRules {
  readonly required?: true;
  readonly minRows?: number;
  readonly maxRows?: number;
}

function rowsSchema({ required, minRows = 0, maxRows }: RowRules, items: SchemaOrReference): Schema {
  return {
    type: 'array',
    items,
    ...(required && { minItems: Math.max(1, minRows) }),
    ...(maxRows !== undefined && { maxItems: maxRows }),
    // An empty list is no value, so if the field is optional, `minRows` does not apply to it.
    ...(!required && minRows > 1 && { anyOf: [{ maxItems: 0 }, { minItems: minRows }] }),
  };
}

function listUnlessSingle(rules: RowRules & { readonly hasMany?: true }, value: Schema): Schema {
  return rules.hasMany ? rowsSchema(rules, value) : value;
}

function relationSchema(relation: RelationshipField): Schema {
  const target = relation.polymorphic
    ? closedObject({ collection: { type: 'string', enum: [...relation.to] }, id: idSchema })
    : idSchema;
  return listUnlessSingle(relation, target);
}

/** A block in a body. Rows are replaced as a whole, so creation and update accept the same. */
function blockReference(block: IrBlock, operation: 'create' | 'draft', context: Context): ReferenceObject {
  const role = operation === 'draft' ? 'Draft' : 'Input';
  return context.components.schema(context.names.of(block.typeName, role), () => {
    const blockType: Schema = { type: 'string', enum: [block.descriptor.slug] };
    const schema = inputObject(block.fields, operation, context, { id: rowId, blockType });
    return {
      description:
        block.description === null ? `A \`${block.descriptor.slug}\` block.` : markdown(block.description),
      ...schema,
      required: ['blockType', ...(schema.required ?? [])],
    };
  });
}

/** What schema keywords cannot express about a field. */
function inputNote(descriptor: FieldDescriptor, operation: Operation): string | null {
  const pattern = 'pattern' in descriptor ? descriptor.pattern : undefined;
  return sentences(
    targetNote(descriptor),
    pattern !== undefined &&
      !isPortable(pattern) &&
      `Matches ${codeSpan(`/${pattern.source}/${pattern.flags}`)}.`,
    operation === 'create' && descriptor.defaultCallback === true && 'The server fills it unless given.',
    descriptor.type === 'slug' && slugNote(descriptor),
    descriptor.validate === true && 'The server checks it further.',
  );
}

function slugNote({ from }: SlugField): string {
  const taken = 'One that is taken gets a number.';
  return from === undefined ? taken : `Made from ${codeSpan(from)} unless given. ${taken}`;
}
