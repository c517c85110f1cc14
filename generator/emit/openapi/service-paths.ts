import type { OperationObject } from 'openapi3-ts/oas31';
import { routeIds } from '../../../runtime/codegen/routes/route.js';
import {
  documentationRoutes,
  healthRoutes,
  publicDocumentationRoutes,
} from '../../../runtime/codegen/routes/service-routes.js';
import type { Context } from './context.js';
import type { HeaderName } from './headers.js';
import { answer, notModified, operation } from './operation.js';
import { sharedParameter } from './parameters.js';
import { type PathOptions, type Paths, pathsOf } from './paths.js';
import { closedObject, type SchemaOrReference } from './schema.js';

interface ServicePage {
  readonly summary: string;
  readonly description: string;
  readonly answers: string;
  readonly mediaType: string;
  readonly schema: SchemaOrReference;
  /** It has an `ETag`, so that an unchanged response is not sent again. */
  readonly tagged: boolean;
}

const routes = { ...documentationRoutes, ...publicDocumentationRoutes, ...healthRoutes };
type PageId = keyof typeof routes;

const documentSchema: SchemaOrReference = {
  type: 'object',
  properties: { openapi: { type: 'string' }, info: { type: 'object' }, paths: { type: 'object' } },
  required: ['openapi', 'info', 'paths'],
};

const pages: Readonly<Record<PageId, ServicePage>> = {
  getOpenapiDocument: {
    summary: 'Get this document',
    description: 'Every operation of the service.',
    answers: 'The OpenAPI 3.1 document.',
    mediaType: 'application/json',
    schema: documentSchema,
    tagged: true,
  },
  getPublicOpenapiDocument: {
    summary: 'Get the document for partners',
    description: 'The part of this document that is meant for other organisations.',
    answers: 'The OpenAPI 3.1 document.',
    mediaType: 'application/json',
    schema: documentSchema,
    tagged: true,
  },
  getReference: {
    summary: 'Get the API reference as a page',
    description: 'The content of this document as HTML without scripts.',
    answers: 'The page.',
    mediaType: 'text/html',
    schema: { type: 'string' },
    tagged: true,
  },
  getReferenceStyle: {
    summary: 'Get the style sheet of the API reference',
    description: 'The page loads it; nothing else needs it.',
    answers: 'The style sheet.',
    mediaType: 'text/css',
    schema: { type: 'string' },
    tagged: true,
  },
  getLiveness: {
    summary: 'Check that the process runs',
    description:
      'For a supervisor that restarts a process which no longer responds. The stores are not asked.',
    answers: 'It runs.',
    mediaType: 'application/json',
    schema: closedObject({ status: { type: 'string', enum: ['ok'] } }),
    tagged: false,
  },
  getReadiness: {
    summary: 'Check that the server accepts requests',
    description: 'For a load balancer: 503 while a store is unavailable or the server is shutting down.',
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
    shownIds(context).map((id) => {
      const { method, path } = routes[id];
      return { method, path, parameters, operation: pageOperation(id, options, context) };
    }),
  );
}

/** Collections with files need storages, which the service is ready without. */
function readiness({ ir }: Context): SchemaOrReference {
  const { schema } = pages.getReadiness;
  if (!ir.collections.some(({ descriptor }) => descriptor.upload !== undefined)) return schema;
  const away = {
    type: 'array' as const,
    description: 'Storages of files that do not respond, by their options. Absent if all do.',
    items: { type: 'string' as const },
  };
  return closedObject({ status: { type: 'string', enum: ['ok'] }, away }, ['status']);
}

function shownIds({ ir }: Context): readonly PageId[] {
  return routeIds(routes).filter((id) => id !== 'getPublicOpenapiDocument' || ir.openapi.public !== null);
}

function pageOperation(id: PageId, { tag, takeId }: PathOptions, context: Context): OperationObject {
  const { summary, description, answers, mediaType, tagged } = pages[id];
  const schema = id === 'getReadiness' ? readiness(context) : pages[id].schema;
  const headers: readonly HeaderName[] = tagged ? ['ETag'] : [];
  return operation(
    {
      id: takeId(id),
      tag,
      summary,
      description,
      parameters: tagged ? [sharedParameter('ifNoneMatch', context)] : [],
      answers: {
        200: answer({ description: answers, schema, mediaType, headers }, context),
        ...(tagged && { 304: notModified(context) }),
      },
      errors: ['BadUserInput'],
      guard: routes[id].guard,
    },
    context,
  );
}
