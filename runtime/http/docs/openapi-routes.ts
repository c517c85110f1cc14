import { createHash } from 'node:crypto';
import { documentationRoutes, publicDocumentationRoutes } from '../../codegen/routes/service-routes.js';
import type { Reply, RouteHandler, Routes } from '../api.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { withHandlers } from '../routing/with-handlers.js';
import { authorizeAnybody } from '../security/authorize.js';
import { matchesTag } from '../transport/entity-tags.js';
import type { OpenApiFile } from './openapi-document-file.js';

/** `/api/openapi.json`: the emitted file, byte for byte. */
export function openApiRoutes(file: OpenApiFile): Routes {
  return withHandlers(
    { getOpenapiDocument: documentationRoutes.getOpenapiDocument },
    { getOpenapiDocument: sending(file) },
  );
}

/** `/api/openapi.public.json`, likewise. */
export function publicOpenApiRoutes(file: OpenApiFile): Routes {
  return withHandlers(publicDocumentationRoutes, { getPublicOpenapiDocument: sending(file) });
}

function sending(file: OpenApiFile): RouteHandler {
  let prepared: Promise<Reply> | null = null;

  return async function openApiDocument(request) {
    authorizeAnybody(request);
    refuseParameters(request.search);
    prepared ??= prepare(file).catch((error: unknown) => {
      prepared = null;
      throw error;
    });
    const reply = await prepared;
    const etag = reply.headers?.['ETag'] ?? '';
    return matchesTag(request.header('if-none-match'), etag)
      ? { status: 304, headers: { ETag: etag }, body: null }
      : reply;
  };
}

async function prepare(file: OpenApiFile): Promise<Reply> {
  const body = await file.bytes();
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 32);
  return { status: 200, headers: { ETag: `"${hash}"` }, body, constant: true };
}
