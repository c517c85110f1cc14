import type { DocumentDescriptor } from '../../../runtime/codegen/descriptors.js';
import { isOfFile } from '../../ir/file-fields.js';
import { inputFields } from '../../ir/input-fields.js';
import type { IrCollection, IrGlobal } from '../../ir/ir.js';
import type { Context } from './context.js';
import { markdown } from './describe.js';
import type { ErrorName } from './errors.js';
import { inputObject } from './input-fields.js';
import { alwaysThere, outputProperties } from './output-fields.js';
import type { OutputShape } from './output-shape.js';
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

/** Whether a document belongs to a collection. */
export function isCollection(document: IrDocument): document is IrCollection {
  return document.descriptor.kind === 'collection';
}

/** Adds the schemas of one document: as it is read, in each way, and as it is written. */
export function addDocumentSchemas(document: IrDocument, context: Context): void {
  const { components, names } = context;
  const { type } = document.names;
  const { drafts } = document.descriptor;
  components.schema(type, () => ({
    description: aboutDocument(document),
    ...readSchema(document, { relations: 'ids', draft: false }, context),
  }));
  if (drafts) {
    components.schema(names.of(type, 'Merged'), () => ({
      description: `\`${type}\` with its draft: required fields may still be empty.`,
      ...readSchema(document, { relations: 'ids', draft: true }, context),
    }));
    components.schema(names.of(type, 'Draft'), () => ({
      description: `Fields of a draft of \`${type}\`: of the right types, with nothing required.`,
      ...changeSchema(document, 'draft', context),
    }));
  }
  if (hasRelations(document.fields)) {
    components.schema(names.of(type, 'Populated'), () => ({
      description: `\`${type}\` at \`depth\` 1 and more: its relations are documents.`,
      ...readSchema(document, { relations: 'documents', draft: drafts }, context),
    }));
  }
  components.schema(names.of(type, 'Selected'), () => ({
    description: `\`${type}\` with the fields that \`select\` names.`,
    ...readSchema(document, { relations: 'selected', draft: drafts }, context),
  }));
  components.schema(names.of(type, 'Update'), () => ({
    description: `Fields of \`${type}\` to change; what is left out stays as it is.`,
    ...changeSchema(document, 'update', context),
  }));
  if (!isCollection(document)) return;
  components.schema(names.of(type, 'Create'), () => ({
    description: `Fields of a new \`${type}\`.`,
    ...inputObject(inputFields(document, 'create'), 'create', context),
  }));
  if (!drafts) return;
  components.schema(names.of(type, 'CreateDraft'), () => ({
    description: `Fields of a new draft of \`${type}\`: nothing is required, and nothing is stored that could change.`,
    ...inputObject(inputFields(document, 'create'), 'createDraft', context),
  }));
}

/**
 * A document as a read returns it. With drafts it is one of several forms, so that what is published has what
 * is required. Without drafts it is one schema for every depth, from which only responses to `select` differ.
 */
export function readResult(document: IrDocument, context: Context): SchemaOrReference {
  const { type } = document.names;
  const { drafts } = document.descriptor;
  if (!drafts && !hasRelations(document.fields)) return reference(type);
  return context.components.schema(context.names.of(type, 'Result'), () =>
    drafts ? readForms(document, context) : readAtAnyDepth(document, context),
  );
}

function readForms({ names: { type }, fields }: IrDocument, { names }: Context): Schema {
  const populated = hasRelations(fields) ? [reference(names.of(type, 'Populated'))] : [];
  const deeper = populated.length > 0 ? ' populated at `depth` 1 and more,' : '';
  return {
    description: `\`${type}\`: with its draft where drafts are read,${deeper} reduced where \`select\` is given.`,
    ...anyOf([
      reference(type),
      reference(names.of(type, 'Merged')),
      ...populated,
      reference(names.of(type, 'Selected')),
    ]),
  };
}

function readAtAnyDepth(document: IrDocument, context: Context): Schema {
  return {
    description: `\`${document.names.type}\` at any \`depth\`: relations are ids, and at \`depth\` 1 and more documents.`,
    ...readSchema(document, { relations: 'either', draft: false }, context),
  };
}

/**
 * A document as writes return it: to requesters who may see drafts, with its draft; to those who may write
 * what they do not see, without its fields. A write with an `Idempotency-Key` may be repeated when the
 * requester sees the document no more.
 */
export function writeResult(
  document: IrDocument,
  context: Context,
  { isKeyed = false }: { readonly isKeyed?: boolean } = {},
): SchemaOrReference {
  const { type } = document.names;
  const merged = document.descriptor.drafts ? [reference(context.names.of(type, 'Merged'))] : [];
  const isRepeated = isKeyed && context.ir.contract.auth !== undefined;
  const unseen = isRepeated ? [written(document, context)] : unseenResult(document, context);
  return anyOf([reference(type), ...merged, ...unseen]);
}

/** What requesters get who may write a document but not see it: nothing where the rules leave none. */
function unseenResult(document: IrDocument, context: Context): readonly SchemaOrReference[] {
  const { descriptor } = document;
  const writesUnseenDrafts = descriptor.drafts && descriptor.draftReaders !== undefined;
  if (!writesUnseenDrafts && !hasWritersWhoDoNotRead(descriptor)) return [];
  return [written(document, context)];
}

function written({ descriptor }: IrDocument, context: Context): SchemaOrReference {
  return descriptor.kind === 'global' ? writtenGlobal(context) : writtenDocument(context);
}

/** Users get their own account whole. A `read` callback that refuses also refuses the write. */
function hasWritersWhoDoNotRead(descriptor: DocumentDescriptor): boolean {
  if (descriptor.kind === 'collection' && descriptor.builtIn === 'users') return false;
  const { read = 'anyone', update = 'anyone' } = descriptor.access ?? {};
  if (read === 'anyone' || read === 'callback') return false;
  return typeof update === 'string' || update.some((role) => !read.includes(role));
}

function writtenDocument({ components, names }: Context): SchemaOrReference {
  return components.schema(names.shared('WrittenDocument'), () => ({
    description:
      'Confirms a write: the response to requesters who may write a document or draft but not see it, and of a repeated request with an `Idempotency-Key` whose document is gone.',
    ...closedObject(writtenKeys({ type: 'string' }, timestampSchema, 1), writtenAlways),
  }));
}

function writtenGlobal({ components, names }: Context): SchemaOrReference {
  return components.schema(names.shared('WrittenGlobal'), () => ({
    description:
      'Confirms a write: the response to requesters who may write a global or its draft but not see it.',
    ...closedObject(
      writtenKeys({ type: 'string', enum: ['global'] }, nullable(timestampSchema), 0),
      writtenAlways,
    ),
  }));
}

const writtenAlways: readonly string[] = ['id', 'createdAt', 'updatedAt', '_revision'];

function writtenKeys(id: Schema, time: SchemaOrReference, minRevision: number): Properties {
  return {
    id,
    createdAt: time,
    updatedAt: time,
    _status: { type: 'string', enum: ['draft', 'published'] },
    _revision: { type: 'integer', minimum: minRevision },
  };
}

/**
 * Errors for a document that the requester may not see; a global always exists, but is not always visible.
 */
export function unseenErrors({ descriptor }: IrDocument, isWrite: boolean): readonly ErrorName[] {
  const { kind, access, drafts } = descriptor;
  if (kind === 'collection' || access?.read === 'callback') return ['NotFound'];
  return isWrite && drafts && access !== undefined ? ['NotFound'] : [];
}

/** The body of a write: with `X-Draft: true` that of a draft. */
export function writeBody(
  { names: { type }, descriptor }: IrDocument,
  role: 'Create' | 'Update',
  { names }: Context,
): SchemaOrReference {
  const whole = reference(names.of(type, role));
  const draft = role === 'Create' ? 'CreateDraft' : 'Draft';
  return descriptor.drafts ? anyOf([whole, reference(names.of(type, draft))]) : whole;
}

function aboutDocument(document: IrDocument): string {
  if (document.description !== null) return markdown(document.description);
  const slug = document.descriptor.slug;
  return isCollection(document) ? `One document of \`${slug}\`.` : `The global \`${slug}\`.`;
}

export function readSchema(
  document: IrDocument,
  form: Omit<OutputShape, 'unwritten' | 'isFilled'>,
  context: Context,
): Schema {
  const shape: OutputShape = {
    ...form,
    unwritten: !isCollection(document),
    isFilled: (field) => isOfFile(document, field),
  };
  const properties = {
    ...builtInFields(document, form),
    ...outputProperties(document.fields, shape, context),
  };
  if (shape.relations === 'selected') return closedObject(properties, ['id']);
  // Only the merged view has it, and related documents have one schema for both views.
  const required = alwaysThere(properties, document.fields, shape).filter(
    (name) => name !== '_pending' && name !== '_highlights',
  );
  return closedObject(properties, required);
}

function builtInFields(document: IrDocument, { draft }: Pick<OutputShape, 'draft'>): Properties {
  const many = isCollection(document);
  // A global has no times before the first write.
  const time = many ? timestampSchema : nullable(timestampSchema);
  return {
    id: many ? idSchema : { type: 'string', enum: ['global'] },
    createdAt: time,
    updatedAt: time,
    ...(document.descriptor.drafts && { _status: { type: 'string', enum: ['published', 'draft'] } }),
    ...(document.descriptor.drafts && draft && { _pending: pendingSchema }),
    _revision: { type: 'integer', minimum: many ? 1 : 0 },
    ...(isSearched(document) && { _highlights: highlightsSchema }),
  };
}

function isSearched({ descriptor }: IrDocument): boolean {
  return descriptor.kind === 'collection' && descriptor.search !== undefined;
}

const pendingSchema: Schema = {
  type: 'boolean',
  description: 'Whether published content has changes that are not published. Only where drafts are read.',
};

const highlightsSchema: Schema = {
  type: 'object',
  description:
    'Only in lists with `highlight=true`: pieces of the fields in which the search was found, by their paths.',
  additionalProperties: {
    type: 'array',
    maxItems: 3,
    items: {
      ...closedObject({
        text: { type: 'string' },
        marks: {
          type: 'array',
          description: 'Beginning and end of what was found, in UTF-16 units of `text`.',
          items: {
            type: 'array',
            minItems: 2,
            maxItems: 2,
            items: { type: 'integer', minimum: 0 },
          },
        },
      }),
    },
  },
};

function changeSchema(document: IrDocument, operation: 'update' | 'draft', context: Context): Schema {
  const { properties, ...schema } = inputObject(inputFields(document, 'update'), operation, context);
  const expected: Schema = {
    type: 'integer',
    minimum: 0,
    description: 'The write is refused with 409 if this is not the newest revision.',
  };
  return { ...schema, properties: { _revision: expected, ...properties } };
}
