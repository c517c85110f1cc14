/** Upserts, copies, and operations on several collections and globals. */
import type { OperationObject } from 'openapi3-ts/oas31';
import { bulkLimits } from '../../../runtime/codegen/bulk-limits.js';
import { bulkRoutes } from '../../../runtime/codegen/routes/service-routes.js';
import { inputFields } from '../../ir/input-fields.js';
import type { IrCollection } from '../../ir/ir.js';
import { ifMatchSchema } from './bulk-body.js';
import type { Context } from './context.js';
import { writeBody, writeResult } from './documents.js';
import { createExample } from './examples.js';
import { bulkAnswers, manyRights } from './many-operations.js';
import { answer, jsonBody, operation } from './operation.js';
import { sharedParameter } from './parameters.js';
import { type PathOptions, type Paths, pathsOf } from './paths.js';
import { anyOf, closedObject, type Schema, type SchemaOrReference } from './schema.js';
import { idSchema } from './values.js';
import { one } from './words.js';

const open: Schema = { type: 'object', additionalProperties: true };

/** `POST /api/{slug}/upsert`. */
export function upsertOperation(
  collection: IrCollection,
  { tag, takeId }: PathOptions,
  context: Context,
): OperationObject {
  const { names, descriptor } = collection;
  const schema = writeResult(collection, context, { isKeyed: true });
  return operation(
    {
      id: takeId(`upsert${names.type}`),
      tag,
      summary: `Create or change ${one(collection.label)} by a unique key`,
      description:
        '`key` names exactly the fields of one unique field or unique index, by their paths. If a document has these values, it gets `data`; otherwise one is created, with `create` besides.',
      rights: manyRights(collection, ['create', 'update']),
      parameters: [
        ...(descriptor.drafts ? [sharedParameter('draftWrite', context)] : []),
        sharedParameter('idempotencyKey', context),
      ],
      body: jsonBody(
        closedObject(
          {
            key: { ...open, minProperties: 1 },
            data: writeBody(collection, 'Update', context),
            create: open,
          },
          ['key', 'data'],
        ),
        null,
      ),
      answers: {
        200: answer(
          { description: 'The changed document.', schema, headers: ['ETag', 'Idempotency-Replayed'] },
          context,
        ),
        201: answer(
          { description: 'The new document.', schema, headers: ['Location', 'ETag', 'Idempotency-Replayed'] },
          context,
        ),
      },
      errors: ['BadUserInput', 'Conflict', 'PayloadTooLarge', 'UnsupportedMediaType'],
    },
    context,
  );
}

/** `POST /api/{slug}/:id/duplicate`. */
export function duplicateOperation(
  collection: IrCollection,
  { tag, takeId }: PathOptions,
  context: Context,
): OperationObject {
  const { names, descriptor } = collection;
  const asDraft = descriptor.drafts ? ' The copy is a draft.' : '';
  return operation(
    {
      id: takeId(`duplicate${names.type}`),
      tag,
      summary: `Copy ${one(collection.label)}`,
      description: `Fields of the body replace those of the copy. Unique values are left empty; required ones must be in the body. Slugs get a suffix.${asDraft}`,
      rights: manyRights(collection, ['read', 'create']),
      parameters: [sharedParameter('idempotencyKey', context)],
      body: { ...jsonBody(writeBody(collection, 'Update', context), null), required: false },
      answers: {
        201: answer(
          {
            description: 'The copy.',
            schema: writeResult(collection, context, { isKeyed: true }),
            headers: ['Location', 'ETag', 'Idempotency-Replayed'],
          },
          context,
        ),
      },
      errors: ['BadUserInput', 'NotFound', 'Conflict', 'PayloadTooLarge', 'UnsupportedMediaType'],
    },
    context,
  );
}

/** `POST /api/svc/bulk`; none without a collection that takes many operations. */
export function serviceBulkPaths({ tag, takeId }: PathOptions, context: Context): Paths {
  const { method, path } = bulkRoutes.bulk;
  const { operations } = bulkLimits(context.ir.contract.limits);
  const first = context.ir.collections.find(
    ({ descriptor }) => descriptor.builtIn === undefined && descriptor.upload === undefined,
  );
  const data = first === undefined ? null : createExample(inputFields(first, 'create'));
  const example =
    first === undefined || data === null
      ? null
      : { operations: [{ op: 'create', collection: first.descriptor.slug, data }] };
  const bulk = operation(
    {
      id: takeId('bulk'),
      tag,
      summary: 'Change documents of several collections and globals',
      description: `Up to ${operations} operations, in order, each with the rights, validation and hooks of a single write; unless \`atomic\` is \`false\`, in one transaction. In a relation \`{ "$ref": 0 }\` is the id of the document of operation 0.`,
      parameters: [sharedParameter('idempotencyKey', context)],
      body: jsonBody(serviceBulkBody(context), example),
      answers: bulkAnswers(context),
      errors: ['BadUserInput', 'Conflict', 'PayloadTooLarge', 'UnsupportedMediaType', 'NotFoundAmong'],
    },
    context,
  );
  const parameters = [sharedParameter('requestId', context)];
  return pathsOf([{ method, path, parameters, operation: bulk }]);
}

const operationsOfAll = ['create', 'update', 'upsert', 'delete', 'publish', 'unpublish', 'discard'] as const;

function serviceBulkBody(context: Context): SchemaOrReference {
  const { components, names, ir } = context;
  const limit = bulkLimits(ir.contract.limits).operations;
  const slugs = ir.collections.flatMap(({ descriptor }) => (descriptor.builtIn ? [] : [descriptor.slug]));
  const hasTrash = ir.collections.some(({ descriptor }) => descriptor.trash !== undefined);
  const globals = ir.globals.map(({ descriptor }) => descriptor.slug);
  const shared = {
    ifMatch: ifMatchSchema,
    draft: { type: 'boolean' },
    data: open,
    publishAt: { type: 'string', format: 'date-time' },
  } as const;
  const ofCollections = closedObject(
    {
      op: {
        type: 'string',
        enum: [...operationsOfAll, ...(hasTrash ? ['restore'] : [])],
      },
      collection: { type: 'string', enum: slugs },
      id: idSchema,
      ...shared,
      key: open,
      create: open,
      ...(hasTrash && { values: open, permanent: { type: 'boolean', default: false } }),
    },
    ['op', 'collection'],
  );
  const ofGlobals = closedObject(
    {
      op: { type: 'string', enum: ['update', 'publish', 'unpublish', 'discard'] },
      global: { type: 'string', enum: globals },
      ...shared,
    },
    ['op', 'global'],
  );
  return components.schema(names.shared('ServiceBulk'), () => ({
    description: 'Operations on several collections and globals.',
    ...closedObject(
      {
        operations: {
          type: 'array',
          items: globals.length === 0 ? ofCollections : anyOf([ofCollections, ofGlobals]),
          minItems: 1,
          maxItems: limit,
        },
        atomic: { type: 'boolean', default: true, description: 'All in one transaction, or none.' },
        dryRun: { type: 'boolean', default: false, description: 'Nothing is written.' },
        return: { type: 'string', enum: ['ids', 'documents'], default: 'ids' },
      },
      ['operations'],
    ),
  }));
}
