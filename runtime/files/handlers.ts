/** Handlers of collections with files. What they do is loaded with the first request that needs it. */
import type { CollectionDescriptor } from '../codegen/descriptors.js';
import type { Validator } from '../documents/operation.js';
import type { RouteHandler } from '../http/api.js';
import { updateDocument } from '../http/handlers/document-handlers.js';

/** `POST /api/{slug}`: creates a document with the file of the request. */
export function createUpload(
  descriptor: CollectionDescriptor,
  validator: Validator,
  draftValidator?: Validator,
): RouteHandler {
  const route = { descriptor, validator, draftValidator };
  return async (request, service) => {
    const { createWithFile } = await import('./receive/write-with-file.js');
    return createWithFile(request, service, route);
  };
}

/** `PATCH /api/{slug}/:id`: changes fields by JSON, or replaces the file too. */
export function updateUpload(
  descriptor: CollectionDescriptor,
  validator: Validator,
  draftValidator?: Validator,
): RouteHandler {
  const route = { descriptor, validator, draftValidator };
  const updateFields = updateDocument(descriptor, validator, draftValidator);
  return async (request, service) => {
    if (!/^multipart\//i.test(request.header('content-type') ?? '')) return updateFields(request, service);
    const { updateWithFile } = await import('./receive/write-with-file.js');
    return updateWithFile(request, service, route);
  };
}

/** `GET /api/{slug}/:id/file/:fileId/:filename`: the bytes of a file. */
export function readFile(descriptor: CollectionDescriptor): RouteHandler {
  return async (request, service) => {
    const { serveFile } = await import('./serve/serve-file.js');
    return serveFile(request, service, descriptor);
  };
}

/** `GET /api/{slug}/:id/file`: the bytes of the file that the document has now, in the view that is read. */
export function readCurrentFile(descriptor: CollectionDescriptor): RouteHandler {
  return async (request, service) => {
    const { serveCurrentFile } = await import('./serve/serve-file.js');
    return serveCurrentFile(request, service, descriptor);
  };
}

/** `POST /api/{slug}/:id/sign`: an address that opens the file to every client for some time. */
export function signFile(descriptor: CollectionDescriptor): RouteHandler {
  return async (request, service) => {
    const { signFile: sign } = await import('./serve/sign-file.js');
    return sign(request, service, descriptor);
  };
}
