import type { ParameterObject, ReferenceObject } from 'openapi3-ts/oas31';
import type { IrCollection } from '../../ir/ir.js';
import type { Context } from './context.js';
import { type IrDocument, isCollection, readResult } from './documents.js';
import type { ErrorName } from './errors.js';
import { filterExample } from './examples.js';
import { listParameter, listParameterSchema, sharedParameter } from './parameters.js';
import { anyOf, closedObject, type Properties, type Schema, type SchemaOrReference } from './schema.js';
import { selectEntry, sortEntry } from './selection.js';
import { trashedPage, trashedSorts, trashedWhere, trashParameter } from './trash-operations.js';
import { whereSchema } from './where.js';

/** Parameters of a list in a query string. */
export function listParameters(
  collection: IrCollection,
  context: Context,
): readonly (ParameterObject | ReferenceObject)[] {
  const shared = (['page', 'limit', 'cursor', 'count', 'depth'] as const).map((name) =>
    listParameter(name, context),
  );
  return [
    filterParameter(collection, context, hasTrash(collection)),
    sortParameter(collection, context),
    selectParameter(collection, context),
    ...shared,
    ...(hasFiles(collection) ? [listParameter('unused', context)] : []),
    ...draftParameters(collection, context),
    ...searchParameters(collection).map((name) => listParameter(name, context)),
    ...trashParameter(collection, context),
  ];
}

/** Parameters of a read of one document. */
export function readParameters(
  document: IrDocument,
  context: Context,
): readonly (ParameterObject | ReferenceObject)[] {
  return [
    selectParameter(document, context),
    listParameter('depth', context),
    ...draftParameters(document, context),
    ...(isCollection(document) ? trashParameter(document, context) : []),
    sharedParameter('ifNoneMatch', context),
    ...(document.descriptor.drafts ? [sharedParameter('preview', context)] : []),
  ];
}

/** What a preview token may lead to; with authentication every operation declares it. */
export function previewErrors({ descriptor }: IrDocument, { ir }: Context): readonly ErrorName[] {
  return descriptor.drafts && ir.contract.auth === undefined ? ['PreviewEnded'] : [];
}

function hasFiles({ descriptor: { upload } }: IrCollection): boolean {
  return upload !== undefined;
}

function draftParameters({ descriptor }: IrDocument, context: Context): readonly ReferenceObject[] {
  return descriptor.drafts ? [listParameter('draft', context)] : [];
}

/** The parameters of a search, where there is one. */
function searchParameters({ descriptor }: IrCollection): readonly ('search' | 'highlight')[] {
  return descriptor.search === undefined ? [] : ['search', 'highlight'];
}

/**
 * A filter is JSON in a string, which every client can send; `contentSchema` is the schema of its content.
 */
export function filterParameter(
  collection: IrCollection,
  context: Context,
  inTrash = false,
): ParameterObject {
  const where = whereSchema(collection, context);
  const schema: Schema = {
    type: 'string',
    contentMediaType: 'application/json',
    contentSchema: inTrash ? anyOf([where, trashedWhere(context)]) : where,
  };
  return {
    name: 'where',
    in: 'query',
    description: 'Filter, as JSON.',
    schema,
    example: JSON.stringify(filterExample(collection)),
  };
}

function sortParameter(collection: IrCollection, context: Context): ParameterObject {
  return {
    name: 'sort',
    in: 'query',
    description: `Order, by one or several fields. Default: \`${collection.descriptor.defaultSort}\`.`,
    style: 'form',
    explode: false,
    schema: {
      ...sortSchema(collection, context),
      ...(hasTrash(collection) && { items: anyOf([sortEntry(collection, context), trashedSort]) }),
    },
  };
}

const trashedSort: Schema = { type: 'string', description: 'With `trash=only`.', enum: [...trashedSorts] };

function hasTrash({ descriptor }: IrCollection): boolean {
  return descriptor.trash !== undefined;
}

/** Without drafts the schema is that of whole documents: `docs/openapi.md#decisions`. */
const besidesSelect = ' A response without `select` has all that its schema requires.';

function selectParameter(document: IrDocument, context: Context): ParameterObject {
  return {
    name: 'select',
    in: 'query',
    description: `The fields to return, always with \`id\`. Default: all.${document.descriptor.drafts ? '' : besidesSelect}`,
    style: 'form',
    explode: false,
    schema: selectSchema(document, context),
  };
}

function sortSchema(collection: IrCollection, context: Context): Schema {
  return {
    type: 'array',
    items: sortEntry(collection, context),
    minItems: 1,
    maxItems: 10,
    uniqueItems: true,
  };
}

function selectSchema(document: IrDocument, context: Context): Schema {
  return { type: 'array', items: selectEntry(document, context), minItems: 1, maxItems: 1000 };
}

/** A body may have a list as such, or as one text like a query string. */
function listed(list: Schema, example: string): Schema {
  return { anyOf: [list, { type: 'string', description: `As in a query string: \`${example}\`.` }] };
}

/** The body of `POST /api/{slug}/query`: the same parameters as JSON. */
export function queryBody(collection: IrCollection, context: Context): SchemaOrReference {
  const { components, names } = context;
  return components.schema(names.of(collection.names.type, 'Query'), () => {
    const properties: Properties = {
      where: whereSchema(collection, context),
      sort: listed(sortSchema(collection, context), 'name_asc,createdAt_desc'),
      select: listed(selectSchema(collection, context), 'name,createdAt'),
      page: listParameterSchema('page', context),
      limit: listParameterSchema('limit', context),
      cursor: listParameterSchema('cursor', context),
      count: listParameterSchema('count', context),
      depth: listParameterSchema('depth', context),
      ...(hasFiles(collection) && { unused: listParameterSchema('unused', context) }),
      ...(collection.descriptor.drafts && { draft: listParameterSchema('draft', context) }),
      ...Object.fromEntries(
        searchParameters(collection).map((name) => [name, listParameterSchema(name, context)]),
      ),
    };
    return { description: 'Parameters of a list.', ...closedObject(properties, []) };
  });
}

/** The response of a list: a page, or a page by cursor. */
export function listResult(collection: IrCollection, context: Context): SchemaOrReference {
  const { components, names } = context;
  const { type } = collection.names;
  const counted: Schema = { type: 'integer', minimum: -1, description: '-1 if `count` is `none`.' };
  const docs: Schema = { type: 'array', items: readResult(collection, context) };
  const truncated: Properties =
    collection.descriptor.search === undefined ? {} : { truncated: truncatedSchema };
  const page = components.schema(names.of(type, 'Page'), () => ({
    description: 'One page, by number.',
    ...closedObject(
      {
        docs,
        totalDocs: counted,
        page: { type: 'integer', minimum: 1 },
        totalPages: counted,
        hasNextPage: { type: 'boolean' },
        hasPrevPage: { type: 'boolean' },
        ...truncated,
      },
      ['docs', 'totalDocs', 'page', 'totalPages', 'hasNextPage', 'hasPrevPage'],
    ),
  }));
  const cursorPage = components.schema(names.of(type, 'CursorPage'), () => ({
    description: 'One page, by cursor.',
    ...closedObject(
      {
        docs,
        totalDocs: counted,
        hasNextPage: { type: 'boolean' },
        hasPrevPage: { type: 'boolean' },
        nextCursor: {
          type: ['string', 'null'],
          description: '`cursor` of the next page; null on the last page.',
        },
        ...truncated,
      },
      ['docs', 'totalDocs', 'hasNextPage', 'hasPrevPage', 'nextCursor'],
    ),
  }));
  return anyOf([page, cursorPage]);
}

/** Of the response to a search. */
export const truncatedSchema: Schema = {
  type: 'boolean',
  enum: [true],
  description:
    'More than 10,000 documents were found: pages show the newest of them, `totalDocs` counts all.',
};

/** The response of the list: as that of a query, or a page of the trash. */
export function listOrTrash(collection: IrCollection, context: Context): SchemaOrReference {
  const list = listResult(collection, context);
  return hasTrash(collection) ? anyOf([list, trashedPage(collection, context)]) : list;
}
