import type { ReferenceObject } from 'openapi3-ts/oas31';
import type { RelationshipField } from '../../../runtime/codegen/descriptors.js';
import type { IrBlock, IrField } from '../../ir/ir.js';
import type { Context } from './context.js';
import { describeField, markdown, sentences, targetNote } from './describe.js';
import {
  anyOf,
  choiceBy,
  closedObject,
  described,
  nullable,
  type Properties,
  reference,
  type Schema,
  type SchemaOrReference,
} from './schema.js';
import {
  idSchema,
  nullableUnless,
  pointSchema,
  presentJsonSchema,
  richTextSchema,
  timestampSchema,
} from './values.js';
import { hasRelations } from './walk.js';

/**
 * How a document is read: `ids` (depth 0), `documents` (depth 1 and more: relations are documents or null,
 * joins are included), or `either` (reduced by `select` at any depth).
 */
export type Relations = 'ids' | 'documents' | 'either';

export interface OutputShape {
  readonly relations: Relations;
  /** Any field may be left out, by `select`. */
  readonly partial: boolean;
  /** The document may be a global before its first write: what is required may still be empty. */
  readonly unwritten: boolean;
  /** The document may be a draft: what is required may still be empty, in rows too. */
  readonly draft: boolean;
}

/**
 * The properties of fields in a response. Responses guarantee types, formats and options, but not lengths and
 * ranges: hooks and documents older than a rule may violate them. Request bodies have those.
 */
export function outputProperties(
  fields: readonly IrField[],
  shape: OutputShape,
  context: Context,
): Properties {
  const properties: Properties = {};
  for (const field of fields) {
    if (field.descriptor.type === 'join' && shape.relations === 'ids') continue;
    properties[field.descriptor.name] = described(
      outputField(field, shape, context),
      sentences(describeField(field), shape.relations === 'ids' && targetNote(field.descriptor)),
    );
  }
  return properties;
}

/** An object of fields: a group or a row. */
function outputObject(
  fields: readonly IrField[],
  shape: OutputShape,
  context: Context,
  builtIn: Properties = {},
): Schema {
  const properties = { ...builtIn, ...outputProperties(fields, shape, context) };
  return closedObject(properties, shape.partial ? [] : alwaysThere(properties, fields));
}

/** Names of properties that every response has: a field is left out for requesters who may not read it. */
export function alwaysThere(properties: Properties, fields: readonly IrField[]): readonly string[] {
  const hidden = new Set(
    fields.filter(({ descriptor }) => descriptor.access?.read).map(({ descriptor }) => descriptor.name),
  );
  return Object.keys(properties).filter((name) => !hidden.has(name));
}

function outputField(field: IrField, shape: OutputShape, context: Context): SchemaOrReference {
  const { descriptor } = field;
  const required = descriptor.required === true && !shape.unwritten && !shape.draft;
  // A row exists only after a write.
  const rowShape: OutputShape = { ...shape, unwritten: false };
  switch (descriptor.type) {
    case 'text':
    case 'textarea':
      return listUnlessSingle(descriptor, { type: 'string' }, required);
    case 'email':
      return nullableUnless(required, { type: 'string', format: 'email' });
    case 'url':
      return nullableUnless(required, { type: 'string', format: 'uri' });
    case 'slug':
      return nullableUnless(required, { type: 'string' });
    case 'number':
      return listUnlessSingle(descriptor, { type: descriptor.integer ? 'integer' : 'number' }, required);
    case 'boolean':
      return nullableUnless(required, { type: 'boolean' });
    case 'date':
      return nullableUnless(required, descriptor.time ? timestampSchema : { type: 'string', format: 'date' });
    case 'select':
      return listUnlessSingle(descriptor, { type: 'string', enum: [...descriptor.options] }, required);
    case 'json':
      return required ? presentJsonSchema : {};
    case 'richText':
      return nullableUnless(required, richTextSchema);
    case 'point':
      return nullableUnless(required, pointSchema(context));
    case 'relationship':
      return relationSchema(descriptor, shape, context, required);
    case 'join':
      return joinSchema(descriptor.collection, shape, context);
    case 'group':
      return outputObject(field.fields, shape, context);
    case 'array':
      return {
        type: 'array',
        items: outputObject(field.fields, rowShape, context, { id: { type: 'string' } }),
      };
    case 'blocks':
      return { type: 'array', items: blockChoice(field.blocks, shape, context) };
  }
}

function listUnlessSingle(
  { hasMany }: { readonly hasMany?: true },
  value: Schema,
  required: boolean,
): SchemaOrReference {
  return hasMany ? { type: 'array', items: value } : nullableUnless(required, value);
}

function relationSchema(
  { to, polymorphic, hasMany }: RelationshipField,
  shape: OutputShape,
  context: Context,
  required: boolean,
): SchemaOrReference {
  const forms = to.flatMap((slug) =>
    polymorphic
      ? polymorphicForms(slug, shape.relations, context)
      : singleForms(slug, shape.relations, context),
  );
  if (hasMany) return { type: 'array', items: anyOf(forms) };
  // A polymorphic relation keeps its id if `doc` cannot be populated; any other single relation is then null.
  const surelyThere = required && (shape.relations === 'ids' || polymorphic === true);
  return surelyThere ? anyOf(forms) : nullable(anyOf(forms));
}

function singleForms(slug: string, relations: Relations, context: Context): readonly SchemaOrReference[] {
  if (relations === 'ids') return [idSchema];
  if (relations === 'documents') return populatedForms(slug, context);
  return [idSchema, selectedForm(slug, context)];
}

function polymorphicForms(
  slug: string,
  relations: Relations,
  context: Context,
): readonly SchemaOrReference[] {
  const collection: Schema = { type: 'string', enum: [slug] };
  const bare = closedObject({ collection, id: idSchema });
  if (relations === 'ids') return [bare];
  const documents = relations === 'documents' ? populatedForms(slug, context) : [selectedForm(slug, context)];
  const populated = closedObject({ collection, id: idSchema, doc: nullable(anyOf(documents)) });
  return relations === 'documents' ? [populated] : [bare, populated];
}

/** A related document: at depth 0 on the last level, populated above it. */
function populatedForms(slug: string, { collection, names }: Context): readonly SchemaOrReference[] {
  const target = collection(slug);
  const { type } = target.names;
  const flat = reference(target.descriptor.drafts ? names.of(type, 'Merged') : type);
  return hasRelations(target.fields) ? [flat, reference(names.of(type, 'Populated'))] : [flat];
}

function selectedForm(slug: string, { collection, names }: Context): SchemaOrReference {
  return reference(names.of(collection(slug).names.type, 'Selected'));
}

function joinSchema(slug: string, { relations }: OutputShape, context: Context): Schema {
  const documents = relations === 'documents' ? populatedForms(slug, context) : [selectedForm(slug, context)];
  return closedObject({
    docs: { type: 'array', items: anyOf(documents) },
    hasNextPage: { type: 'boolean' },
  });
}

function blockChoice(
  blocks: readonly IrBlock[],
  { relations, draft }: OutputShape,
  context: Context,
): SchemaOrReference {
  const schemas = new Map(
    blocks.map((block) => [block.descriptor.slug, blockReference(block, { relations, draft }, context)]),
  );
  // After `select` a block may lack the discriminating property.
  return relations === 'either' ? anyOf([...schemas.values()]) : choiceBy('blockType', schemas);
}

/** One block, in the form of a response. Blocks are shared by all documents that use them. */
function blockReference(
  block: IrBlock,
  { relations, draft }: Pick<OutputShape, 'relations' | 'draft'>,
  context: Context,
): ReferenceObject {
  const { components, names } = context;
  const { typeName } = block;
  if (relations === 'either') {
    // One schema for documents with drafts and without: required fields may be missing in any case.
    const shape = { relations, partial: true, draft: true };
    return components.schema(names.of(typeName, 'Selected'), () => blockSchema(block, shape, context));
  }
  const populated = relations === 'documents' && hasRelations(block.fields);
  const shape = { relations, partial: false, draft };
  return components.schema(blockName(typeName, { populated, draft }, context), () =>
    blockSchema(block, shape, context),
  );
}

function blockName(
  typeName: string,
  { populated, draft }: { readonly populated: boolean; readonly draft: boolean },
  { names }: Context,
): string {
  if (draft) return names.of(typeName, populated ? 'MergedPopulated' : 'Merged');
  return populated ? names.of(typeName, 'Populated') : typeName;
}

function blockSchema(block: IrBlock, shape: Omit<OutputShape, 'unwritten'>, context: Context): Schema {
  const schema = outputObject(block.fields, { ...shape, unwritten: false }, context, {
    id: { type: 'string' },
    blockType: { type: 'string', enum: [block.descriptor.slug] },
  });
  const about =
    block.description === null ? `A \`${block.descriptor.slug}\` block.` : markdown(block.description);
  return { description: about, ...schema };
}
