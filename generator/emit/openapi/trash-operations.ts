/** The trash of a collection: docs/spec/content-tools.md#trash. */
import type { OperationObject, ParameterObject, ReferenceObject } from 'openapi3-ts/oas31';
import { inputFields } from '../../ir/input-fields.js';
import type { IrCollection } from '../../ir/ir.js';
import type { Context } from './context.js';
import { readSchema, writeResult } from './documents.js';
import { updateExample } from './examples.js';
import { answer, jsonBody, operation } from './operation.js';
import { sharedParameter } from './parameters.js';
import type { MakeOperation } from './paths.js';
import { rightsOf } from './rights.js';
import {
  closedObject,
  nullable,
  type Properties,
  reference,
  type Schema,
  type SchemaOrReference,
} from './schema.js';
import { idSchema, timestampSchema } from './values.js';
import { one, phrase } from './words.js';

/** The operations by route. */
export const trashOperations: Readonly<Record<'restore' | 'emptyTrash', MakeOperation<IrCollection>>> = {
  restore: (collection, { tag, takeId }, context): OperationObject => {
    const { names, label } = collection;
    const values = restoredValues(collection, context);
    const body = jsonBody(closedObject({ values }, []), {
      values: updateExample(inputFields(collection, 'update')) ?? {},
    });
    return operation(
      {
        id: takeId(`restore${names.type}FromTrash`),
        tag,
        summary: `Restore ${one(label)} from the trash`,
        description:
          'Published or a draft as it was, with what was deleted along with it. `values` replaces values, where one is in use by now.',
        rights: rightsOf(collection, 'delete'),
        parameters: [sharedParameter('ifMatch', context), sharedParameter('idempotencyKey', context)],
        body: { ...body, required: false },
        answers: {
          200: answer(
            {
              description: 'The document.',
              schema: writeResult(collection, context, { isKeyed: true }),
              headers: ['ETag', 'Idempotency-Replayed', 'X-Svc-Dropped', 'X-Svc-Left', 'X-Svc-Left-Count'],
            },
            context,
          ),
        },
        errors: ['BadUserInput', 'NotFound', 'Conflict', 'PayloadTooLarge', 'UnsupportedMediaType'],
      },
      context,
    );
  },
  emptyTrash: (collection, { tag, takeId }, context): OperationObject =>
    operation(
      {
        id: takeId(`empty${collection.names.type}Trash`),
        tag,
        summary: `Empty the trash of ${phrase(collection.pluralLabel)}`,
        description:
          'Deletes documents in the trash for good, the oldest first, at most 1000 in one request. `left` says how many are still there. Needs the right to delete them, too.',
        rights: rightsOf(collection, 'purge'),
        answers: {
          200: answer({ description: 'How many were deleted.', schema: emptiedSchema(context) }, context),
        },
        errors: ['BadUserInput'],
      },
      context,
    ),
};

function emptiedSchema({ components, names }: Context): SchemaOrReference {
  const count: Schema = { type: 'integer', minimum: 0 };
  return components.schema(names.shared('EmptiedTrash'), () => closedObject({ purged: count, left: count }));
}

/** The parameter of reads that shows the trash; none where there is no trash. */
export function trashParameter({ descriptor }: IrCollection, context: Context): readonly ReferenceObject[] {
  return descriptor.trash === undefined ? [] : [sharedParameter('trash', context)];
}

/** The parameter of deletions that leaves the trash out. */
export function permanentParameter(
  { descriptor }: IrCollection,
  context: Context,
): readonly (ParameterObject | ReferenceObject)[] {
  return descriptor.trash === undefined ? [] : [sharedParameter('permanent', context)];
}

/** The same of deletions by a filter. */
export function permanentManyParameter(
  { descriptor }: IrCollection,
  context: Context,
): readonly ReferenceObject[] {
  return descriptor.trash === undefined ? [] : [sharedParameter('permanentMany', context)];
}

/** The values that replace those of a document that returns. */
export function restoredValues({ names, descriptor }: IrCollection, context: Context): SchemaOrReference {
  return reference(context.names.of(names.type, descriptor.drafts ? 'Draft' : 'Update'));
}

/** A document in the trash. */
export function trashedSchema(collection: IrCollection, context: Context): SchemaOrReference {
  const { components, names } = context;
  return components.schema(names.of(collection.names.type, 'Trashed'), () => {
    const document = readSchema(collection, { relations: 'ids', draft: true }, context);
    const { _pending, ...properties } = document.properties ?? {};
    const added: Properties = {
      _deletedAt: timestampSchema,
      _deletedBy: {
        ...nullable(idSchema),
        description: 'Id of the user who deleted it; null for API keys.',
      },
    };
    return {
      description: `\`${collection.names.type}\` in the trash: as it was when it was deleted.`,
      ...closedObject({ ...properties, ...added }, [...always, ...Object.keys(added)]),
    };
  });
}

/** Requesters who may delete what they may not read get no fields. */
const always = ['id', 'createdAt', 'updatedAt', '_revision'];

/** A page of the trash. */
export function trashedPage(collection: IrCollection, context: Context): SchemaOrReference {
  const { components, names } = context;
  return components.schema(names.of(collection.names.type, 'TrashedPage'), () => ({
    description: 'One page of the trash.',
    ...closedObject(
      {
        docs: { type: 'array', items: trashedSchema(collection, context) },
        totalDocs: { type: 'integer', minimum: 0 },
        page: { type: 'integer', minimum: 1 },
        totalPages: { type: 'integer', minimum: 0 },
        hasNextPage: { type: 'boolean' },
        hasPrevPage: { type: 'boolean' },
        truncated: {
          type: 'boolean',
          enum: [true],
          description: 'A callback decided on the first 1,000 documents: those after them are not counted.',
        },
      },
      ['docs', 'totalDocs', 'page', 'totalPages', 'hasNextPage', 'hasPrevPage'],
    ),
  }));
}

/** A filter of the trash. */
export function trashedWhere({ components, names }: Context): SchemaOrReference {
  return components.schema(names.shared('TrashWhere'), () => {
    const condition: Schema = { type: 'object', description: 'Operators, as in other filters.' };
    const nested: Schema = { type: 'array', items: { type: 'object' }, minItems: 1 };
    return {
      description: 'A filter of the trash.',
      ...closedObject(
        { _deletedAt: condition, title: condition, id: condition, AND: nested, OR: nested },
        [],
      ),
    };
  });
}

/** How the trash can be sorted. */
export const trashedSorts: readonly string[] = ['_deletedAt', 'title', 'id'].flatMap((path) => [
  path,
  `${path}_asc`,
  `${path}_desc`,
]);
