import type { ReferenceObject } from 'openapi3-ts/oas31';
import type { FieldDescriptor } from '../../../runtime/codegen/descriptors.js';
import { isNeverEmpty } from '../../../runtime/fields/never-empty.js';
import { fieldTypeOf } from '../../fields/index.js';
import type { IrBlock, IrField } from '../../ir/ir.js';
import type { Context } from './context.js';
import { blocksNote, describeField, markdown, sentences, targetNote } from './describe.js';
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
      sentences(
        describeField(field),
        blocksNote(field.descriptor),
        shape.relations === 'ids' && targetNote(field.descriptor),
      ),
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
  return closedObject(properties, alwaysThere(properties, fields, shape));
}

/**
 * Names of properties that every response has: a field is left out for requesters who may not read it, a join
 * at depth 0, and any field by `select`.
 */
export function alwaysThere(
  properties: Properties,
  fields: readonly IrField[],
  { relations }: Pick<OutputShape, 'relations'>,
): readonly string[] {
  if (relations === 'selected') return [];
  const isOptional = ({ descriptor: { access, type } }: IrField): boolean =>
    access?.read !== undefined || (type === 'join' && relations === 'either');
  const hidden = new Set(fields.filter(isOptional).map(({ descriptor }) => descriptor.name));
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
      isNeverEmpty(descriptor) ||
      (descriptor.required === true && !shape.unwritten && !shape.draft) ||
      shape.isFilled?.(field) === true,
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
  // After `select` a block may lack the discriminating property.
  if (relations === 'selected') return anyOf(blocks.map((block) => selectedBlock(block, context)));
  const referenceTo = (block: IrBlock, populated: boolean): ReferenceObject =>
    blockReference(block, { populated, draft }, context);
  if (relations === 'either' && blocks.some(({ fields }) => hasRelations(fields))) {
    // Two schemas have the same `blockType`, which is then no discriminator.
    return anyOf(
      blocks.flatMap((block) => [
        referenceTo(block, false),
        ...(hasRelations(block.fields) ? [referenceTo(block, true)] : []),
      ]),
    );
  }
  const isPopulated = relations === 'documents';
  const schemas = new Map(
    blocks.map((block) => [
      block.descriptor.slug,
      referenceTo(block, isPopulated && hasRelations(block.fields)),
    ]),
  );
  return choiceBy('blockType', schemas);
}

/** One schema for documents with drafts and without: required fields may be missing in any case. */
function selectedBlock(block: IrBlock, context: Context): ReferenceObject {
  return context.components.schema(context.names.of(block.typeName, 'Selected'), () =>
    blockSchema(block, { relations: 'selected', draft: true }, context),
  );
}

interface BlockForm {
  readonly populated: boolean;
  readonly draft: boolean;
}

/** One block, in the form of a response. Blocks are shared by all documents that use them. */
function blockReference(block: IrBlock, form: BlockForm, context: Context): ReferenceObject {
  const { populated, draft } = form;
  const relations = populated ? 'documents' : 'ids';
  return context.components.schema(blockName(block.typeName, form, context), () =>
    blockSchema(block, { relations, draft }, context),
  );
}

function blockName(typeName: string, { populated, draft }: BlockForm, { names }: Context): string {
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
