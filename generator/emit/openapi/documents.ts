import { inputFields } from '../../ir/input-fields.js';
import type { IrCollection, IrGlobal } from '../../ir/ir.js';
import type { Context } from './context.js';
import { markdown } from './describe.js';
import { inputObject } from './input-fields.js';
import { alwaysThere, type OutputShape, outputProperties, type Relations } from './output-fields.js';
import {
  anyOf,
  closedObject,
  nullable,
  type Properties,
  reference,
  type Schema,
  type SchemaOrReference,
} from './schema.js';
import { idSchema, timestampSchema } from './values.js';
import { hasRelations } from './walk.js';

export type IrDocument = IrCollection | IrGlobal;

/** Whether a document of this kind is one of many. */
export function isCollection(document: IrDocument): document is IrCollection {
  return document.descriptor.kind === 'collection';
}

/** Adds the schemas of one document: as it is read, in each way, and as it is written. */
export function addDocumentSchemas(document: IrDocument, context: Context): void {
  const { components, names } = context;
  const { type } = document.names;
  components.schema(type, () => ({
    description: aboutDocument(document),
    ...readSchema(document, { relations: 'ids', partial: false }, context),
  }));
  if (hasRelations(document.fields)) {
    components.schema(names.of(type, 'Populated'), () => ({
      description: `\`${type}\` at \`depth\` 1 and more: its relations are documents.`,
      ...readSchema(document, { relations: 'documents', partial: false }, context),
    }));
  }
  components.schema(names.of(type, 'Selected'), () => ({
    description: `\`${type}\` with the fields that \`select\` names.`,
    ...readSchema(document, { relations: 'either', partial: true }, context),
  }));
  components.schema(names.of(type, 'Update'), () => ({
    description: `Fields of \`${type}\` to change; what is left out stays as it is.`,
    ...updateSchema(document, context),
  }));
  if (!isCollection(document)) return;
  components.schema(names.of(type, 'Create'), () => ({
    description: `Fields of a new \`${type}\`.`,
    ...inputObject(inputFields(document, 'create'), 'create', context),
  }));
}

/** A document as a read answers it, whatever its parameters were. */
export function readResult(
  { names: { type }, fields }: IrDocument,
  { components, names }: Context,
): SchemaOrReference {
  return components.schema(names.of(type, 'Result'), () => {
    const populated = hasRelations(fields) ? [reference(names.of(type, 'Populated'))] : [];
    const forms = [reference(type), ...populated, reference(names.of(type, 'Selected'))];
    const deeper = populated.length > 0 ? ' populated at `depth` 1 and more,' : '';
    return {
      description: `\`${type}\`:${deeper} reduced where \`select\` is given.`,
      ...anyOf(forms),
    };
  });
}

function aboutDocument(document: IrDocument): string {
  if (document.description !== null) return markdown(document.description);
  const slug = document.descriptor.slug;
  return isCollection(document) ? `One document of \`${slug}\`.` : `The global \`${slug}\`.`;
}

function readSchema(
  document: IrDocument,
  { relations, partial }: { readonly relations: Relations; readonly partial: boolean },
  context: Context,
): Schema {
  const shape: OutputShape = { relations, partial, unwritten: !isCollection(document) };
  const properties = { ...builtInFields(document), ...outputProperties(document.fields, shape, context) };
  return closedObject(properties, partial ? ['id'] : alwaysThere(properties, document.fields));
}

function builtInFields(document: IrDocument): Properties {
  const many = isCollection(document);
  // A global that was never written has no times yet.
  const time = many ? timestampSchema : nullable(timestampSchema);
  return {
    id: many ? idSchema : { type: 'string', enum: ['global'] },
    createdAt: time,
    updatedAt: time,
    ...(document.descriptor.drafts && { _status: { type: 'string', enum: ['published', 'draft'] } }),
    _revision: { type: 'integer', minimum: many ? 1 : 0 },
  };
}

function updateSchema(document: IrDocument, context: Context): Schema {
  const { properties, ...schema } = inputObject(inputFields(document, 'update'), 'update', context);
  const expected: Schema = {
    type: 'integer',
    minimum: 0,
    description: 'Refuses the write with 409 unless this is the newest revision.',
  };
  return { ...schema, properties: { _revision: expected, ...properties } };
}
