/** `/api/svc/views`: saved views of lists, in services with authentication. */
import type { OperationObject, ParameterObject } from 'openapi3-ts/oas31';
import { routeIds } from '../../../runtime/codegen/routes/route.js';
import { viewRoutes } from '../../../runtime/codegen/routes/service-routes.js';
import type { JsonObject } from '../../../runtime/util/json.js';
import { exampleId } from '../../fields/example-values.js';
import type { Context } from './context.js';
import { answer, jsonBody, operation } from './operation.js';
import { listParameter, sharedParameter } from './parameters.js';
import { type PathOptions, type Paths, pathsOf } from './paths.js';
import { closedObject, type Properties, type Schema, type SchemaOrReference } from './schema.js';
import { sample } from './sdk-samples.js';
import { idSchema, timestampSchema } from './values.js';

type ViewRoute = keyof typeof viewRoutes;

/** None without authentication: views belong to users. */
export function viewPaths(options: PathOptions, context: Context): Paths {
  if (context.ir.contract.auth === undefined) return {};
  const requestId = sharedParameter('requestId', context);
  const make: Readonly<Record<ViewRoute, OperationObject>> = {
    listViews: listOperation(options, context),
    createView: createOperation(options, context),
    updateView: updateOperation(options, context),
    deleteView: deleteOperation(options, context),
  };
  return pathsOf(
    routeIds(viewRoutes).map((id) => {
      const { method, path } = viewRoutes[id];
      const parameters = path.endsWith('/:id') ? [viewId, requestId] : [requestId];
      return { method, path, parameters, operation: make[id] };
    }),
  );
}

const viewId: ParameterObject = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Id of the view.',
  schema: idSchema,
};
const guard = viewRoutes.listViews.guard;

function listOperation({ tag, takeId }: PathOptions, context: Context): OperationObject {
  const { components, names } = context;
  const slug: ParameterObject = {
    name: 'slug',
    in: 'query',
    description: 'Only views of this collection.',
    schema: { type: 'string', minLength: 1 },
  };
  const schema = components.schema(names.shared('SavedViewPage'), () =>
    closedObject({
      docs: { type: 'array', items: viewSchema(context) },
      totalDocs: { type: 'integer', minimum: 0 },
      page: { type: 'integer', minimum: 1 },
      totalPages: { type: 'integer', minimum: 0 },
      hasNextPage: { type: 'boolean' },
      hasPrevPage: { type: 'boolean' },
    }),
  );
  return operation(
    {
      id: takeId('listViews'),
      tag,
      summary: 'List saved views',
      description:
        'Your own first, then those that are shared with your role. A view is a query and no right: what you may not read is left out of it, and named in `dropped`.',
      parameters: [slug, ...(['page', 'limit'] as const).map((name) => listParameter(name, context))],
      answers: { 200: answer({ description: 'The views.', schema }, context) },
      errors: ['BadUserInput'],
      guard,
      sdk: sample({ result: '{ docs }', method: 'svc.views', arguments: [{ limit: 50 }] }),
    },
    context,
  );
}

function createOperation({ tag, takeId }: PathOptions, context: Context): OperationObject {
  const example = exampleOf(context);
  return operation(
    {
      id: takeId('createView'),
      tag,
      summary: 'Save a view of a list',
      description: `At most 50 a user. \`roles\` shares it, which is for editors and above, with roles that are not above their own.`,
      body: jsonBody(
        closedObject({ slug: slugSchema(context), ...bodyProperties(context) }, ['slug', 'name', 'query']),
        example,
      ),
      answers: {
        201: answer(
          { description: 'The new view.', schema: viewSchema(context), headers: ['Location'] },
          context,
        ),
      },
      errors: ['BadUserInput', 'Conflict', 'PayloadTooLarge', 'UnsupportedMediaType'],
      guard,
      sdk: sample({ result: 'view', method: 'svc.createView', arguments: [example] }),
    },
    context,
  );
}

function updateOperation({ tag, takeId }: PathOptions, context: Context): OperationObject {
  const change = { isDefault: true };
  return operation(
    {
      id: takeId('updateView'),
      tag,
      summary: 'Change a saved view',
      description:
        'Only your own. What the body does not name stays. One view of a collection is your default.',
      body: jsonBody(closedObject(bodyProperties(context), []), change),
      answers: { 200: answer({ description: 'The changed view.', schema: viewSchema(context) }, context) },
      errors: ['BadUserInput', 'NotFound', 'PayloadTooLarge', 'UnsupportedMediaType'],
      guard,
      sdk: sample({ result: 'view', method: 'svc.updateView', arguments: [exampleId, change] }),
    },
    context,
  );
}

function deleteOperation({ tag, takeId }: PathOptions, context: Context): OperationObject {
  const schema = closedObject({ message: { type: 'string' } });
  return operation(
    {
      id: takeId('deleteView'),
      tag,
      summary: 'Delete a saved view',
      description: 'Only your own.',
      answers: { 200: answer({ description: 'The view was deleted.', schema }, context) },
      errors: ['BadUserInput', 'NotFound'],
      guard,
      sdk: sample({ result: null, method: 'svc.deleteView', arguments: [exampleId] }),
    },
    context,
  );
}

function exampleOf({ ir }: Context): JsonObject {
  const slug = ir.collections[0]?.descriptor.slug ?? 'users';
  return { slug, name: 'The newest', query: { sort: 'createdAt_desc', limit: 20 } };
}

function slugSchema({ ir }: Context): Schema {
  return { type: 'string', enum: ir.collections.map(({ descriptor }) => descriptor.slug) };
}

function roleSchema({ ir }: Context): Schema {
  return { type: 'string', enum: Object.keys(ir.contract.auth?.roles ?? {}) };
}

function bodyProperties(context: Context): Properties {
  return {
    name: { type: 'string', minLength: 1, maxLength: 100 },
    query: querySchema(context),
    roles: {
      type: 'array',
      maxItems: 100,
      items: roleSchema(context),
      description: 'Who sees it besides its owner.',
    },
    isDefault: {
      type: 'boolean',
      default: false,
      description: 'Shown first, instead of the one that was before.',
    },
  };
}

function querySchema({ components, names, ir }: Context): SchemaOrReference {
  return components.schema(names.shared('SavedViewQuery'), () => ({
    description: 'The parameters of a list that the view shows.',
    ...closedObject(
      {
        where: { type: 'object', additionalProperties: true, description: 'A filter, as in a query.' },
        sort: { type: 'string', description: 'As in a query string: `name_asc,createdAt_desc`.' },
        search: { type: 'string' },
        columns: { type: 'array', maxItems: 50, items: { type: 'string' }, description: 'Paths of fields.' },
        limit: { type: 'integer', minimum: 1, maximum: ir.contract.limits.maxLimit },
      },
      [],
    ),
  }));
}

function viewSchema(context: Context): SchemaOrReference {
  const { components, names } = context;
  return components.schema(names.shared('SavedView'), () => ({
    description: 'A saved view, as far as its reader may use it.',
    ...closedObject({
      id: idSchema,
      slug: { type: 'string' },
      name: { type: 'string' },
      query: querySchema(context),
      roles: { type: 'array', items: { type: 'string' } },
      isOwn: { type: 'boolean', description: "Only one's own can be changed." },
      isDefault: { type: 'boolean' },
      dropped: {
        type: 'array',
        items: { type: 'string' },
        description: 'What was left out of the query: `where.secret`.',
      },
      createdAt: timestampSchema,
      updatedAt: timestampSchema,
    }),
  }));
}
