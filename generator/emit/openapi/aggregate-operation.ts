/** `POST /api/{slug}/aggregate`: groups of documents and their numbers. */
import type { OperationObject } from 'openapi3-ts/oas31';
import { aggregateFields } from '../../../runtime/codegen/aggregate-fields.js';
import { dateParts, metricOperations } from '../../../runtime/codegen/aggregate-rules.js';
import type { JsonObject } from '../../../runtime/util/json.js';
import type { IrCollection } from '../../ir/ir.js';
import type { Context } from './context.js';
import { answer, jsonBody, operation } from './operation.js';
import { listParameterSchema } from './parameters.js';
import type { PathOptions } from './paths.js';
import { rightsOf } from './rights.js';
import { closedObject, type Schema, type SchemaOrReference } from './schema.js';
import { sample } from './sdk-samples.js';
import { whereSchema } from './where.js';
import { capitalised, phrase } from './words.js';

export function aggregateOperation(
  collection: IrCollection,
  { tag, takeId }: PathOptions,
  context: Context,
): OperationObject {
  const { names, pluralLabel, descriptor } = collection;
  const example = exampleOf(collection);
  return operation(
    {
      id: takeId(`aggregate${capitalised(names.property)}`),
      tag,
      summary: `Count and sum ${phrase(pluralLabel)} in groups`,
      description:
        'Only documents that the requester may read count, once for each member of a list. Groups are sorted by their keys unless `sort` is given; that of empty values comes last.',
      rights: rightsOf(collection, 'read'),
      body: jsonBody(bodySchema(collection, context), example),
      answers: {
        200: answer({ description: 'The groups.', schema: resultSchema(context) }, context),
      },
      errors: ['BadUserInput', 'PayloadTooLarge', 'UnsupportedMediaType'],
      guard: descriptor.builtIn === 'users' ? 'user' : 'documents',
      sdk: sample({ result: '{ groups }', method: `${names.property}.aggregate`, arguments: [example] }),
    },
    context,
  );
}

function exampleOf({ descriptor }: IrCollection): JsonObject {
  const [number] = aggregateFields(descriptor).numbers;
  const metrics = { n: 'count', ...(number !== undefined && { total: { sum: number } }) };
  return { groupBy: [{ field: 'createdAt', by: 'month' }], metrics };
}

function bodySchema(collection: IrCollection, context: Context): SchemaOrReference {
  const { components, names } = context;
  const { descriptor } = collection;
  return components.schema(names.of(collection.names.type, 'Aggregate'), () => ({
    description: 'Groups of documents, and the metrics of each.',
    ...closedObject(
      {
        where: whereSchema(collection, context),
        ...(descriptor.search && { search: listParameterSchema('search', context) }),
        groupBy: { type: 'array', maxItems: 3, uniqueItems: true, items: groupSchema(context) },
        metrics: {
          type: 'object',
          minProperties: 1,
          maxProperties: 10,
          propertyNames: { pattern: metricName },
          additionalProperties: metricSchema(context),
        },
        having: { type: 'object', additionalProperties: havingSchema(context) },
        sort: sortSchema(context),
        limit: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
        ...(descriptor.drafts && { draft: listParameterSchema('draft', context) }),
      },
      ['metrics'],
    ),
  }));
}

const metricName = '^(?!key$)[A-Za-z][A-Za-z0-9_]{0,63}$';

/** The schemas of groups and metrics are shared: enumerations of fields would be as long as the documents. */
function groupSchema({ components, names }: Context): SchemaOrReference {
  return components.schema(names.shared('GroupBy'), () => ({
    description:
      'A field of the document itself, or a part of a date, in UTC or in the time of a fixed `offset`. A date without a time has neither hours nor an offset.',
    anyOf: [
      { type: 'string' },
      closedObject(
        {
          field: { type: 'string' },
          by: { type: 'string', enum: [...dateParts] },
          offset: { type: 'string', pattern: '^[+-](?:0\\d|1[0-4]):[0-5]\\d$', example: '+02:00' },
        },
        ['field'],
      ),
    ],
  }));
}

function metricSchema({ components, names }: Context): SchemaOrReference {
  return components.schema(names.shared('Metric'), () => ({
    description:
      'Of all documents of a group, or over the values of a field: `sum` and `avg` of numbers, `min` and `max` of numbers and dates.',
    anyOf: [
      { type: 'string', enum: ['count'] },
      ...metricOperations.map((operation) => closedObject({ [operation]: { type: 'string' } })),
    ],
  }));
}

function havingSchema({ components, names }: Context): SchemaOrReference {
  return components.schema(names.shared('MetricFilter'), () => {
    const value: Schema = { type: ['number', 'string', 'null'] };
    const operators = ['equals', 'not_equals', 'gt', 'gte', 'lt', 'lte'];
    return {
      description: 'Conditions on a metric. The smallest and greatest of dates are texts.',
      anyOf: [
        value,
        {
          ...closedObject(
            {
              ...Object.fromEntries(operators.map((operator) => [operator, value])),
              exists: { type: 'boolean' },
            },
            [],
          ),
          minProperties: 1,
        },
      ],
    };
  });
}

function sortSchema({ components, names }: Context): SchemaOrReference {
  return components.schema(names.shared('GroupSort'), () => ({
    description: 'Names of metrics and groups, with `_asc` or `_desc`, the most significant first.',
    anyOf: [
      { type: 'string', example: 'n_desc' },
      { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 13 },
    ],
  }));
}

function resultSchema({ components, names }: Context): SchemaOrReference {
  return components.schema(names.shared('Groups'), () =>
    closedObject({
      groups: {
        type: 'array',
        items: {
          description:
            'The values of the groups by the names of their fields, and the metrics. Parts of dates are `2024`, `2024-Q1`, `2024-02`, `2024-W09`, `2024-02-29` and `2024-02-29T13`.',
          type: 'object',
          required: ['key'],
          properties: {
            key: {
              type: 'object',
              additionalProperties: {
                anyOf: [
                  { type: ['string', 'number', 'boolean', 'null'] },
                  closedObject({ collection: { type: 'string' }, id: { type: 'string' } }),
                ],
              },
            },
          },
          additionalProperties: { type: ['number', 'string', 'null'] },
        },
      },
      hasMore: { type: 'boolean', description: 'Whether there are more groups than `limit`.' },
    }),
  );
}
