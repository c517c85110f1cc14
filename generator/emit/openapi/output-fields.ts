import type { ReferenceObject } from 'openapi3-ts/oas31';
import type { FieldDescriptor } from '../../../runtime/codegen/descriptors.js';
import { isNeverEmpty } from '../../../runtime/fields/never-empty.js';
import { fieldTypeOf } from '../../fields/index.js';
import type { IrBlock, IrField } from '../../ir/ir.js';
import type { Context } from './context.js';
import { describeField, markdown, sentences, targetNote } from './describe.js';
import type { OutputShape } from './output-shape.js';
import {
  anyOf,
  choiceBy,
  closedObject,
  described,
  type Properties,
  type Schema,
  type SchemaOrReference,
} from './schema.js';
import { hasRelations } from './walk.js';

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
    const schema = outputField(field, shape, context);
    properties[field.descriptor.name] = described(
      isReadOnly(field.descriptor) ? { ...schema, readOnly: true } : schema,
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
  // A row exists only after a write.
  const rowShape: OutputShape = { ...shape, unwritten: false };
  return fieldTypeOf(descriptor).output.schema(field, {
    shape,
    context,
    isRequired:
      isNeverEmpty(descriptor) || (descriptor.required === true && !shape.unwritten && !shape.draft),
    group: (fields) => outputObject(fields, shape, context),
    row: (fields, builtIn) => outputObject(fields, rowShape, context, builtIn),
    blockRow: (blocks) => blockChoice(blocks, shape, context),
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

function isReadOnly({ readOnly, virtual }: FieldDescriptor): boolean {
  return readOnly === true || virtual === true;
}
