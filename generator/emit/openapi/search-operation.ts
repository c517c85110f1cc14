/** `GET /api/svc/search`: one search of several collections. */
import type { ParameterObject, ReferenceObject } from 'openapi3-ts/oas31';
import { searchRoutes } from '../../../runtime/codegen/routes/service-routes.js';
import { hitLimits, maxSearchedCollections } from '../../../runtime/codegen/search-limits.js';
import type { IrCollection } from '../../ir/ir.js';
import type { Context } from './context.js';
import { readResult } from './documents.js';
import { truncatedSchema } from './lists.js';
import { answer, operation } from './operation.js';
import { listParameter, listParameterSchema, sharedParameter } from './parameters.js';
import { type PathOptions, type Paths, pathsOf } from './paths.js';
import { anyOf, closedObject, type Schema } from './schema.js';
import { sample } from './sdk-samples.js';

/** None where no collection is searched. */
export function serviceSearchPaths({ tag, takeId }: PathOptions, context: Context): Paths {
  const searched = context.ir.collections.filter(({ descriptor }) => descriptor.search !== undefined);
  if (searched.length === 0) return {};
  const { method, path, guard } = searchRoutes.search;
  const search = operation(
    {
      id: takeId('search'),
      tag,
      summary: 'Search several collections',
      description:
        'The best documents of all of them, by their scores. Each collection is searched as by its own list: what the requester may not read is not found.',
      parameters: searchParameters(searched, context),
      answers: {
        200: answer({ description: 'What was found.', schema: hitsSchema(searched, context) }, context),
      },
      errors: ['BadUserInput'],
      guard,
      sdk: sample({ result: '{ hits }', method: 'svc.search', arguments: ['fox', { limit: 10 }] }),
    },
    context,
  );
  return pathsOf([{ method, path, parameters: [sharedParameter('requestId', context)], operation: search }]);
}

function drafted(searched: readonly IrCollection[]): boolean {
  return searched.some(({ descriptor }) => descriptor.drafts);
}

function searchParameters(
  searched: readonly IrCollection[],
  context: Context,
): readonly (ParameterObject | ReferenceObject)[] {
  const max = Math.min(hitLimits.max, context.ir.contract.limits.maxLimit);
  return [
    {
      name: 'q',
      in: 'query',
      required: true,
      description: 'What is searched, as `search` of a list.',
      schema: listParameterSchema('search', context),
      example: 'fox',
    },
    {
      name: 'collections',
      in: 'query',
      description: `The searched collections, at most ${maxSearchedCollections}. Default: the first ${maxSearchedCollections} that the requester may read.`,
      style: 'form',
      explode: false,
      schema: {
        type: 'array',
        items: { type: 'string', enum: searched.map(({ descriptor }) => descriptor.slug) },
        minItems: 1,
        maxItems: maxSearchedCollections,
      },
    },
    {
      name: 'limit',
      in: 'query',
      description: 'Max number of documents.',
      schema: { type: 'integer', minimum: 1, maximum: max, default: Math.min(hitLimits.default, max) },
    },
    ...(drafted(searched) ? [listParameter('draft', context)] : []),
    {
      name: 'highlight',
      in: 'query',
      description: 'Whether documents have `_highlights`: where `q` was found.',
      schema: { type: 'boolean', default: false },
    },
  ];
}

function hitsSchema(searched: readonly IrCollection[], context: Context): Schema {
  const hits = searched.map((collection) =>
    closedObject({
      collection: { type: 'string', enum: [collection.descriptor.slug] },
      document: readResult(collection, context),
      score: { type: 'integer', minimum: 1, description: 'By which the hits are sorted.' },
    }),
  );
  return closedObject(
    { hits: { type: 'array', maxItems: hitLimits.max, items: anyOf(hits) }, truncated: truncatedSchema },
    ['hits'],
  );
}
