/**
 * Many documents at once: a list of operations, and changes and deletions of all documents matching a filter.
 */
import type { OperationObject, ParameterObject, ReferenceObject } from 'openapi3-ts/oas31';
import { inputFields } from '../../ir/input-fields.js';
import type { IrCollection } from '../../ir/ir.js';
import { bulkBody, bulkExample, limitOf } from './bulk-body.js';
import type { Context } from './context.js';
import { writeBody } from './documents.js';
import { detailsSchema, type ErrorName, reasonProperties } from './errors.js';
import { updateExample } from './examples.js';
import { filterParameter } from './lists.js';
import { answer, jsonBody, type OperationPlan, operation } from './operation.js';
import { listParameter, sharedParameter } from './parameters.js';
import type { PathOptions } from './paths.js';
import { type RuledOperation, rightsOf } from './rights.js';
import { closedObject, type Properties, type Schema, type SchemaOrReference } from './schema.js';
import { bulkSample, deleteManySample, updateManySample } from './sdk-samples.js';
import { permanentManyParameter } from './trash-operations.js';
import { idSchema } from './values.js';
import { capitalised, phrase } from './words.js';

const refusals: readonly ErrorName[] = ['BadUserInput', 'Conflict'];
const withBody: readonly ErrorName[] = [...refusals, 'PayloadTooLarge', 'UnsupportedMediaType'];

/** `POST /api/{slug}/bulk`. */
export function bulkOperation(
  collection: IrCollection,
  { tag, takeId }: PathOptions,
  context: Context,
): OperationObject {
  const { names, pluralLabel, descriptor } = collection;
  return operation(
    {
      id: takeId(`bulk${capitalised(names.property)}`),
      tag,
      summary: `Change many ${phrase(pluralLabel)} by operations`,
      description: `Up to ${limitOf(context)} operations, in order, each with the rights, validation and hooks of a single write. Unless \`atomic\` is \`false\`, they run in one transaction, which an \`Idempotency-Key\` makes repeatable: if any fails, nothing is written, the response has the status of the most severe issue, and \`details\` lists all issues (\`operations[3].data.title\`).`,
      rights: manyRights(collection, ['create', 'update', 'delete']),
      parameters: [
        ...(descriptor.drafts ? [sharedParameter('draftWrite', context)] : []),
        sharedParameter('idempotencyKey', context),
      ],
      body: jsonBody(bulkBody(collection, context), bulkExample(collection)),
      answers: bulkAnswers(context),
      errors: [...withBody, 'NotFoundAmong'],
      sdk: bulkSample(collection),
    },
    context,
  );
}

/** `PATCH /api/{slug}`. */
export function updateManyOperation(
  collection: IrCollection,
  options: PathOptions,
  context: Context,
): OperationObject {
  return operationByFilter(collection, options, context, {
    verb: 'update',
    description: `Applies the same change to each, at most ${limitOf(context)}. Documents that the requester may not read do not match the filter; those that the requester may read but not change count as failed.`,
    body: jsonBody(
      writeBody(collection, 'Update', context),
      updateExample(inputFields(collection, 'update')),
    ),
    draftHeader: 'draftWrite',
    errors: withBody,
    sdk: updateManySample(collection),
  });
}

/** `DELETE /api/{slug}`. */
export function deleteManyOperation(
  collection: IrCollection,
  options: PathOptions,
  context: Context,
): OperationObject {
  return operationByFilter(collection, options, context, {
    verb: 'delete',
    description: `At most ${limitOf(context)}. \`dryRun=true\` returns how many there are and which could not be deleted.`,
    draftHeader: 'noDraft',
    errors: refusals,
    sdk: deleteManySample(collection),
  });
}

/** The differences between the two operations by a filter. */
interface ByFilter extends Pick<OperationPlan, 'description' | 'body' | 'errors' | 'sdk'> {
  readonly verb: 'update' | 'delete';
  /** The meaning of `X-Draft`, if there are drafts. */
  readonly draftHeader: 'draftWrite' | 'noDraft';
}

function operationByFilter(
  collection: IrCollection,
  { tag, takeId }: PathOptions,
  context: Context,
  { verb, draftHeader, ...parts }: ByFilter,
): OperationObject {
  const { names, pluralLabel, descriptor } = collection;
  return operation(
    {
      id: takeId(`${verb}Many${capitalised(names.property)}`),
      tag,
      summary: `${verb === 'update' ? 'Change' : 'Delete'} all ${phrase(pluralLabel)} that match a filter`,
      rights: rightsOf(collection, verb),
      parameters: [
        ...manyParameters(collection, context),
        ...(verb === 'delete' ? permanentManyParameter(collection, context) : []),
        sharedParameter('idempotencyKey', context),
        ...(descriptor.drafts ? [sharedParameter(draftHeader, context)] : []),
      ],
      answers: bulkAnswers(context),
      ...parts,
    },
    context,
  );
}

/** Null if everyone may do all of it. */
export function manyRights(collection: IrCollection, operations: readonly RuledOperation[]): string | null {
  return operations.every((operation) => rightsOf(collection, operation) === null)
    ? null
    : 'Each operation needs the right that a single write needs.';
}

function manyParameters(
  collection: IrCollection,
  context: Context,
): readonly (ParameterObject | ReferenceObject)[] {
  return [
    {
      ...filterParameter(collection, context),
      description: collection.descriptor.search
        ? 'Filter as JSON. It or `search` must be given, and not be empty, unless `all` is true.'
        : 'Filter as JSON. It must not be empty, unless `all` is true.',
    },
    ...(collection.descriptor.search ? [listParameter('search', context)] : []),
    sharedParameter('all', context),
    sharedParameter('expect', context),
    sharedParameter('dryRun', context),
    sharedParameter('atomic', context),
    ...(collection.descriptor.drafts ? [listParameter('draft', context)] : []),
  ];
}

/** The responses to requests of many writes. */
export function bulkAnswers(context: Context): {
  readonly 200: ReferenceObject;
  readonly 207: ReferenceObject;
} {
  const { components } = context;
  const schema = bulkResult(context);
  return {
    200: components.response('Bulk', () =>
      answer(
        { description: 'All succeeded: the result of each.', schema, headers: ['Idempotency-Replayed'] },
        context,
      ),
    ),
    207: components.response('BulkFailed', () =>
      answer({ description: 'Some failed: the result of each.', schema }, context),
    ),
  };
}

function bulkResult(context: Context): SchemaOrReference {
  const { components, names } = context;
  const count: Schema = { type: 'integer', minimum: 0, maximum: limitOf(context) };
  return components.schema(names.shared('BulkResult'), () => ({
    description: 'The results of many writes.',
    ...closedObject({
      dryRun: { type: 'boolean', description: 'Nothing was written: the results show what would happen.' },
      matched: count,
      changed: count,
      unchanged: { ...count, description: 'Documents that had these values already: nothing was written.' },
      succeeded: count,
      failed: count,
      results: { type: 'array', items: bulkResultRow(context), maxItems: limitOf(context) },
    }),
  }));
}

function bulkResultRow(context: Context): SchemaOrReference {
  const { components, names } = context;
  return components.schema(names.shared('BulkResultRow'), () => ({
    description: 'The result of one write; with `code` and `error` if it failed.',
    ...closedObject(
      {
        index: { type: 'integer', minimum: 0, description: 'Its index among the operations, from 0.' },
        id: { type: ['string', 'null'], description: 'Id of the document; null for a creation that failed.' },
        status: { type: 'integer', description: 'The HTTP status of the same write by itself.' },
        revision: { type: 'integer', minimum: 1, description: 'Revision of the document after the write.' },
        document: {
          type: 'object',
          additionalProperties: true,
          description: 'As the single write returns it, with `return: documents`.',
        },
        ...restoredProperties(context),
        code: { type: 'string', description: 'The code of the error.' },
        error: { type: 'string', description: 'What was wrong, for people.' },
        ...reasonProperties,
        details: detailsSchema(context),
        currentRevision: { type: 'integer', minimum: 0, description: 'The newest revision, for a conflict.' },
      },
      ['index', 'id', 'status'],
    ),
  }));
}

/** What a restore could not bring back, where documents can be restored. */
function restoredProperties({ ir }: Context): Properties {
  if (!ir.collections.some(({ descriptor }) => descriptor.trash !== undefined)) return {};
  const left = closedObject({ collection: { type: 'string' }, id: idSchema });
  return {
    dropped: {
      type: 'array',
      items: { type: 'string' },
      description: 'Paths of what a restore could not bring back.',
    },
    left: {
      type: 'array',
      items: left,
      description:
        'Documents that were deleted along with a restored one, and cannot return yet: at most 20 of them.',
    },
    leftCount: { type: 'integer', minimum: 1, description: 'How many documents cannot return yet.' },
  };
}
