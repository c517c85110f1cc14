import type { OperationObject, PathItemObject } from 'openapi3-ts/oas31';
import type { Context } from './context.js';
import type { HeaderName } from './headers.js';
import { answer, notModified, operation } from './operation.js';
import { sharedParameter } from './parameters.js';
import type { PathOptions, Paths } from './paths.js';
import { closedObject, type SchemaOrReference } from './schema.js';

interface ServicePage {
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly answers: string;
  readonly mediaType: string;
  readonly schema: SchemaOrReference;
  /** It has an `ETag`, so that an unchanged response is not sent again. */
  readonly tagged: boolean;
  readonly guard: 'public' | 'none';
}

const pages: readonly ServicePage[] = [
  {
    path: '/api/openapi.json',
    id: 'getOpenapiDocument',
    summary: 'Get this document',
    answers: 'The OpenAPI 3.1 document.',
    mediaType: 'application/json',
    schema: {
      type: 'object',
      properties: { openapi: { type: 'string' }, info: { type: 'object' }, paths: { type: 'object' } },
      required: ['openapi', 'info', 'paths'],
    },
    tagged: true,
    guard: 'public',
  },
  {
    path: '/api/docs',
    id: 'getReference',
    summary: 'Get the API reference as a page',
    answers: 'The page.',
    mediaType: 'text/html',
    schema: { type: 'string' },
    tagged: true,
    guard: 'public',
  },
  {
    path: '/api/docs/style.css',
    id: 'getReferenceStyle',
    summary: 'Get the style sheet of the API reference',
    answers: 'The style sheet.',
    mediaType: 'text/css',
    schema: { type: 'string' },
    tagged: true,
    guard: 'public',
  },
  {
    path: '/health/live',
    id: 'getLiveness',
    summary: 'Check that the process runs',
    answers: 'It runs.',
    mediaType: 'application/json',
    schema: closedObject({ status: { type: 'string', enum: ['ok'] } }),
    tagged: false,
    guard: 'none',
  },
  {
    path: '/health/ready',
    id: 'getReadiness',
    summary: 'Check that the server accepts requests',
    answers: 'The stores respond and the server is not shutting down.',
    mediaType: 'application/json',
    schema: closedObject({ status: { type: 'string', enum: ['ok'] } }),
    tagged: false,
    guard: 'none',
  },
];

/** Routes about the service itself: `/api/openapi.json`, `/api/docs` and `/health`. */
export function servicePaths(options: PathOptions, context: Context): Paths {
  return Object.fromEntries(pages.map((page) => [page.path, pathItem(page, options, context)]));
}

function pathItem(page: ServicePage, options: PathOptions, context: Context): PathItemObject {
  return { parameters: [sharedParameter('requestId', context)], get: pageOperation(page, options, context) };
}

function pageOperation(page: ServicePage, { tag, takeId }: PathOptions, context: Context): OperationObject {
  const { id, summary, answers: description, mediaType, schema, tagged, guard } = page;
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
      guard,
    },
    context,
  );
}
