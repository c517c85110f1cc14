import type { OperationObject, ReferenceObject, RequestBodyObject } from 'openapi3-ts/oas31';
import type { CollectionDescriptor, IndexDescriptor } from '../../../runtime/codegen/descriptors.js';
import type { CollectionRouteId } from '../../../runtime/codegen/routes/document-routes.js';
import type { Guard } from '../../../runtime/codegen/routes/route.js';
import { inputFields } from '../../ir/input-fields.js';
import type { IrCollection, IrField } from '../../ir/ir.js';
import { aggregateOperation } from './aggregate-operation.js';
import { duplicateOperation, upsertOperation } from './bulk-operations.js';
import type { Context } from './context.js';
import { markdown } from './describe.js';
import { directOperations } from './direct-operations.js';
import { type IrDocument, readResult, writeBody, writeResult } from './documents.js';
import { draftOperations, versionOperations } from './draft-operations.js';
import type { ErrorName } from './errors.js';
import { createExample, filterExample, updateExample } from './examples.js';
import { fileBody, fileErrors, fileOperations } from './file-operations.js';
import type { HeaderName } from './headers.js';
import {
  listOrTrash,
  listParameters,
  listResult,
  previewErrors,
  queryBody,
  readParameters,
} from './lists.js';
import { bulkOperation, deleteManyOperation, updateManyOperation } from './many-operations.js';
import { answer, jsonBody, notModified, operation } from './operation.js';
import { sharedParameter } from './parameters.js';
import type { MakeOperation, PathOptions } from './paths.js';
import { rightsOf } from './rights.js';
import { anyOf, closedObject } from './schema.js';
import { createSample, deleteSample, findByIdSample, findSample, updateSample } from './sdk-samples.js';
import { permanentParameter, trashedSchema, trashOperations } from './trash-operations.js';
import { tusOperations } from './tus-operations.js';
import { capitalised, one, phrase } from './words.js';

/** Who is admitted: administrators to users, and to other collections whom their rules admit. */
function guardOf({ descriptor }: IrCollection): Guard {
  return descriptor.builtIn === 'users' ? 'user' : 'documents';
}

/** The operations of a collection, by route. */
export const collectionOperations: Readonly<Record<CollectionRouteId, MakeOperation<IrCollection>>> = {
  list: listOperation,
  create: createOperation,
  updateMany: updateManyOperation,
  deleteMany: deleteManyOperation,
  query: queryOperation,
  aggregate: aggregateOperation,
  bulk: bulkOperation,
  upsert: upsertOperation,
  duplicate: duplicateOperation,
  read: readOperation,
  update: updateOperation,
  delete: deleteOperation,
  ...draftOperations,
  ...versionOperations,
  ...fileOperations,
  ...tusOperations,
  ...directOperations,
  ...trashOperations,
};

function listOperation(
  collection: IrCollection,
  { tag, takeId }: PathOptions,
  context: Context,
): OperationObject {
  const { names, pluralLabel } = collection;
  return operation(
    {
      id: takeId(`list${capitalised(names.property)}`),
      tag,
      summary: `List ${phrase(pluralLabel)}`,
      description: listDescription(collection, context),
      rights: rightsOf(collection, 'read'),
      parameters: listParameters(collection, context),
      answers: {
        200:
          collection.descriptor.trash === undefined
            ? listAnswer(collection, context)
            : answer(
                {
                  description: 'A page of documents, or with `trash=only` of deleted ones.',
                  schema: listOrTrash(collection, context),
                },
                context,
              ),
      },
      errors: ['BadUserInput'],
      guard: guardOf(collection),
      sdk: findSample(collection),
    },
    context,
  );
}

function queryOperation(
  collection: IrCollection,
  { tag, takeId }: PathOptions,
  context: Context,
): OperationObject {
  const { names, pluralLabel } = collection;
  return operation(
    {
      id: takeId(`query${capitalised(names.property)}`),
      tag,
      summary: `List ${phrase(pluralLabel)} by a filter of any length`,
      description:
        'The same as the list, with its parameters as a JSON body. The SDK uses it if a URL would be too long.',
      rights: rightsOf(collection, 'read'),
      body: jsonBody(queryBody(collection, context), { where: filterExample(collection), limit: 10 }),
      answers: { 200: listAnswer(collection, context) },
      errors: ['BadUserInput', 'PayloadTooLarge', 'UnsupportedMediaType'],
      guard: guardOf(collection),
      sdk: findSample(collection),
    },
    context,
  );
}

function listDescription({ description, descriptor }: IrCollection, { ir }: Context): string {
  const { maxLimit } = ir.contract.limits;
  const limit = Math.min(defaultLimit, maxLimit);
  const drafts = descriptor.drafts ? ' Drafts are included for requesters who may see them.' : '';
  const about = description === null ? '' : `${markdown(description)}\n\n`;
  return `${about}By default the first ${limit} (at most ${maxLimit}) in the order \`${descriptor.defaultSort}\`, with relations as ids.${drafts}`;
}

/** As `limit` of the service. */
const defaultLimit = 10;

function createDescription({ descriptor }: IrCollection): string {
  const published = descriptor.drafts ? 'It is published, or with `X-Draft: true` saved as a draft. ' : '';
  return `${published}Fields that are left out get their defaults.`;
}

/** One page of documents; the list and the query return the same. */
function listAnswer(collection: IrCollection, context: Context): ReferenceObject {
  return context.components.response(context.names.of(collection.names.type, 'Page'), () =>
    answer(
      {
        description:
          'A page of documents. `totalDocs` and `totalPages` count the documents that match the filter.',
        schema: listResult(collection, context),
      },
      context,
    ),
  );
}

function readOperation(
  collection: IrCollection,
  { tag, takeId }: PathOptions,
  context: Context,
): OperationObject {
  return operation(
    {
      id: takeId(`get${collection.names.type}`),
      tag,
      summary: `Get ${one(collection.label)}`,
      description: 'With all fields, and relations as ids unless `depth` is 1 or more.',
      rights: rightsOf(collection, 'read'),
      parameters: readParameters(collection, context),
      answers: {
        200: answer(
          {
            description: 'The document.',
            schema:
              collection.descriptor.trash === undefined
                ? readResult(collection, context)
                : anyOf([readResult(collection, context), trashedSchema(collection, context)]),
            headers: ['ETag'],
          },
          context,
        ),
        304: notModified(context),
      },
      errors: [...previewErrors(collection, context), 'BadUserInput', 'NotFound'],
      guard: guardOf(collection),
      sdk: findByIdSample(collection),
    },
    context,
  );
}

function createOperation(
  collection: IrCollection,
  { tag, takeId }: PathOptions,
  context: Context,
): OperationObject {
  const { names, descriptor } = collection;
  // An `Idempotency-Key` that came with another body is a conflict, too.
  const isKeyed = descriptor.upload === undefined;
  const conflict: readonly ErrorName[] = isKeyed || canBeTaken(collection) ? ['Conflict'] : [];
  return operation(
    {
      id: takeId(`create${names.type}`),
      tag,
      summary: `Create ${one(collection.label)}`,
      description: createDescription(collection),
      rights: rightsOf(collection, 'create'),
      parameters: [
        ...(descriptor.drafts ? [sharedParameter('draftWrite', context)] : []),
        ...(descriptor.upload ? [] : [sharedParameter('idempotencyKey', context)]),
      ],
      body: createBody(collection, context),
      answers: {
        201: answer(
          {
            description: 'The new document.',
            schema: writeResult(collection, context, { isKeyed }),
            headers: ['Location', 'ETag', ...replayHeader(isKeyed)],
          },
          context,
        ),
      },
      errors: ['BadUserInput', ...conflict, ...bodyErrors(descriptor)],
      guard: guardOf(collection),
      sdk: createSample(collection),
    },
    context,
  );
}

function bodyErrors({ upload }: CollectionDescriptor): readonly ErrorName[] {
  return upload === undefined ? ['PayloadTooLarge', 'UnsupportedMediaType'] : fileErrors;
}

/** JSON; for a document with a file, the parts `data` and `file`. */
function createBody(collection: IrCollection, context: Context): RequestBodyObject {
  const schema = writeBody(collection, 'Create', context);
  const example = createExample(inputFields(collection, 'create'));
  const { descriptor } = collection;
  if (descriptor.upload === undefined) return jsonBody(schema, example);
  return { required: true, content: fileBody(descriptor, { schema, example }) };
}

/** JSON, or with another file the same parts. */
function updateBody(collection: IrCollection, context: Context): RequestBodyObject {
  const schema = writeBody(collection, 'Update', context);
  const example = updateExample(inputFields(collection, 'update'));
  const json = jsonBody(schema, example);
  const { descriptor } = collection;
  if (descriptor.upload === undefined) return json;
  return { ...json, content: { ...json.content, ...fileBody(descriptor, { schema, example }) } };
}

function updateOperation(
  collection: IrCollection,
  { tag, takeId }: PathOptions,
  context: Context,
): OperationObject {
  const { names } = collection;
  const isKeyed = takesKey(collection);
  return operation(
    {
      id: takeId(`update${names.type}`),
      tag,
      summary: `Change ${one(collection.label)}`,
      description:
        'Fields that are left out stay unchanged; `null` empties an optional field. Groups are merged; arrays, blocks and JSON are replaced.',
      rights: rightsOf(collection, 'update'),
      parameters: changeParameters(collection, context),
      body: updateBody(collection, context),
      answers: {
        200: answer(
          {
            description: 'The document after the write.',
            schema: writeResult(collection, context, { isKeyed }),
            headers: ['ETag', ...replayHeader(isKeyed)],
          },
          context,
        ),
      },
      errors: ['BadUserInput', 'NotFound', 'Conflict', ...bodyErrors(collection.descriptor)],
      guard: guardOf(collection),
      sdk: updateSample(collection),
    },
    context,
  );
}

function deleteOperation(
  collection: IrCollection,
  { tag, takeId }: PathOptions,
  context: Context,
): OperationObject {
  const { trash } = collection.descriptor;
  const inTrash = trash === undefined ? '' : ` It stays in the trash for ${trash.days} days.`;
  return operation(
    {
      id: takeId(`delete${collection.names.type}`),
      tag,
      summary: `Delete ${one(collection.label)}`,
      description: `Relations to it are cleared, deleted with it or prevent this, as their fields define.${inTrash}`,
      rights: rightsOf(collection, 'delete'),
      parameters: [
        sharedParameter('ifMatch', context),
        ...(collection.descriptor.drafts ? [sharedParameter('noDraft', context)] : []),
        ...(collection.descriptor.builtIn ? [] : [sharedParameter('idempotencyKey', context)]),
        ...permanentParameter(collection, context),
      ],
      answers: { 200: deletedAnswer(context) },
      errors: ['BadUserInput', 'NotFound', 'Conflict'],
      guard: guardOf(collection),
      sdk: deleteSample(collection),
    },
    context,
  );
}

/** Header parameters of a change of an existing document. */
export function changeParameters(document: IrDocument, context: Context): readonly ReferenceObject[] {
  const draft = document.descriptor.drafts
    ? [sharedParameter('draftWrite', context), sharedParameter('autosave', context)]
    : [];
  const key = takesKey(document) ? [sharedParameter('idempotencyKey', context)] : [];
  return [sharedParameter('ifMatch', context), ...draft, ...key];
}

/** Whether a change of a document takes an `Idempotency-Key`. */
function takesKey({ descriptor }: IrDocument): boolean {
  return descriptor.kind === 'global' || (!descriptor.upload && !descriptor.builtIn);
}

/** The header of a repeated request. */
export function replayHeader(isKeyed: boolean): readonly HeaderName[] {
  return isKeyed ? ['Idempotency-Replayed'] : [];
}

function deletedAnswer(context: Context): ReferenceObject {
  return context.components.response('Deleted', () =>
    answer(
      {
        description: 'The document was deleted.',
        schema: closedObject({ message: { type: 'string' } }),
        headers: ['Idempotency-Replayed'],
      },
      context,
    ),
  );
}

/** Whether a creation can conflict with a unique value. A `slug` in use gets a number instead. */
function canBeTaken({ descriptor, fields }: IrCollection): boolean {
  const slugs = new Set(slugPaths(fields));
  const isOnlySlug = ({ paths: [first = '', ...others] }: IndexDescriptor): boolean =>
    others.length === 0 && slugs.has(first);
  return descriptor.indexes.some((index) => index.unique === true && !isOnlySlug(index));
}

function slugPaths(fields: readonly IrField[]): readonly string[] {
  return fields.flatMap(({ descriptor: { type, path }, fields: inner }) => {
    if (type === 'group') return slugPaths(inner);
    return type === 'slug' ? [path] : [];
  });
}
