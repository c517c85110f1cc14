import type { OperationObject } from 'openapi3-ts/oas31';
import { routeIds } from '../../../runtime/codegen/routes/route.js';
import { documentationRoutes, healthRoutes } from '../../../runtime/codegen/routes/service-routes.js';
import type { Context } from './context.js';
import type { HeaderName } from './headers.js';
import { answer, notModified, operation } from './operation.js';
import { sharedParameter } from './parameters.js';
import { type PathOptions, type Paths, pathsOf } from './paths.js';
import { closedObject, type SchemaOrReference } from './schema.js';

interface ServicePage {
  readonly summary: string;
  readonly answers: string;
  readonly mediaType: string;
  readonly schema: SchemaOrReference;
  /** It has an `ETag`, so that an unchanged response is not sent again. */
  readonly tagged: boolean;
}

const routes = { ...documentationRoutes, ...healthRoutes };
type PageId = keyof typeof routes;

const pages: Readonly<Record<PageId, ServicePage>> = {
  getOpenapiDocument: {
    summary: 'Get this document',
    answers: 'The OpenAPI 3.1 document.',
    mediaType: 'application/json',
    schema: {
      type: 'object',
      properties: { openapi: { type: 'string' }, info: { type: 'object' }, paths: { type: 'object' } },
      required: ['openapi', 'info', 'paths'],
    },
    tagged: true,
  },
  getReference: {
    summary: 'Get the API reference as a page',
    answers: 'The page.',
    mediaType: 'text/html',
    schema: { type: 'string' },
    tagged: true,
  },
  getReferenceStyle: {
    summary: 'Get the style sheet of the API reference',
    answers: 'The style sheet.',
    mediaType: 'text/css',
    schema: { type: 'string' },
    tagged: true,
  },
  getLiveness: {
    summary: 'Check that the process runs',
    answers: 'It runs.',
    mediaType: 'application/json',
    schema: closedObject({ status: { type: 'string', enum: ['ok'] } }),
    tagged: false,
  },
  getReadiness: {
    summary: 'Check that the server accepts requests',
    answers: 'The stores respond and the server is not shutting down.',
    mediaType: 'application/json',
    schema: closedObject({ status: { type: 'string', enum: ['ok'] } }),
    tagged: false,
  },
};

/** Routes about the service itself: `/api/openapi.json`, `/api/docs` and `/health`. */
export function servicePaths(options: PathOptions, context: Context): Paths {
  const parameters = [sharedParameter('requestId', context)];
  return pathsOf(
    routeIds(routes).map((id) => {
      const { method, path } = routes[id];
      return { method, path, parameters, operation: pageOperation(id, options, context) };
    }),
  );
}

function pageOperation(id: PageId, { tag, takeId }: PathOptions, context: Context): OperationObject {
  const { summary, answers: description, mediaType, schema, tagged } = pages[id];
  const headers: readonly HeaderName[] = tagged ? ['ETag'] : [];
  return operation(
    {
      id: takeId(id),
      tag,
      summary,
      parameters: tagged ? [sharedParameter('ifNoneMatch', context)] : [],
      answers: {
        200: answer({ description, schema, mediaType, headers }, context),
        ...(tagged && { 304: notModified(context) }),
      },
      errors: ['BadUserInput'],
      guard: routes[id].guard,
    },
    context,
  );
}
