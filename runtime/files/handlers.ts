/** Handlers of collections with files. What they do is loaded with the first request that needs it. */
import type { CollectionDescriptor } from '../codegen/descriptors.js';
import type { Validator } from '../documents/operation.js';
import type { RouteHandler } from '../http/api.js';
import { updateDocument } from '../http/handlers/document-handlers.js';
import { tusAbilities, tusHeaders } from './resumable/tus-version.js';

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
  const changeFields: RouteHandler = async (request, service) => {
    const reply = await updateFields(request, service);
    const { filesOf } = await import('./open-files.js');
    // Another focal point has other sizes.
    filesOf(service).sizes?.wake();
    return reply;
  };
  return async (request, service) => {
    if (!/^multipart\//i.test(request.header('content-type') ?? '')) return changeFields(request, service);
    const { updateWithFile } = await import('./receive/write-with-file.js');
    return updateWithFile(request, service, route);
  };
}

/** `POST /api/{slug}/from-url`: creates a document with a file that another server has. */
export function createFromUrl(
  descriptor: CollectionDescriptor,
  validator: Validator,
  draftValidator?: Validator,
): RouteHandler {
  const route = { descriptor, validator, draftValidator };
  return async (request, service) => {
    const { createFromUrl: create } = await import('./remote/create-from-url.js');
    return create(request, service, route);
  };
}

/** `GET /api/{slug}/:id/file/:fileId/:filename`: the bytes of a file. */
export function readFile(descriptor: CollectionDescriptor): RouteHandler {
  return async (request, service) => {
    const { serveFile } = await import('./serve/serve-file.js');
    return serveFile(request, service, descriptor);
  };
}

/** `GET /api/{slug}/:id/file/:fileId/:size/:filename`: an image in one of its sizes. */
export function readSize(descriptor: CollectionDescriptor): RouteHandler {
  return async (request, service) => {
    const { serveSize } = await import('./serve/serve-size.js');
    return serveSize(request, service, descriptor);
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

type RouteOfUploads = readonly [
  descriptor: CollectionDescriptor,
  create: Validator,
  update: Validator,
  draft?: Validator,
];

/** `POST /api/{slug}/uploads/tus`: begins a resumable upload. */
export function createTusUpload(...[descriptor, create, update, draft]: RouteOfUploads): RouteHandler {
  const route = { descriptor, create, update, draft };
  const handler = withTusHeaders(async (request, service) => {
    const { createTus } = await import('./resumable/tus-handlers.js');
    return createTus(request, service, route);
  });
  return Object.assign(handler, { optionsHeaders: tusAbilities(descriptor) });
}

/** `GET` and `HEAD /api/{slug}/uploads/tus/:uploadId`: how far a resumable upload is. */
export function readTusUpload(descriptor: CollectionDescriptor): RouteHandler {
  return withTusHeaders(async (request, service) => {
    const { readTus } = await import('./resumable/tus-handlers.js');
    return readTus(request, service, descriptor);
  });
}

/** `PATCH /api/{slug}/uploads/tus/:uploadId`: more bytes of a resumable upload. */
export function patchTusUpload(...[descriptor, create, update, draft]: RouteOfUploads): RouteHandler {
  const route = { descriptor, create, update, draft };
  return withTusHeaders(async (request, service) => {
    const { patchTus } = await import('./resumable/tus-handlers.js');
    return patchTus(request, service, route);
  });
}

/** `DELETE /api/{slug}/uploads/tus/:uploadId`: ends a resumable upload. */
export function deleteTusUpload(descriptor: CollectionDescriptor): RouteHandler {
  return withTusHeaders(async (request, service) => {
    const { deleteTus } = await import('./resumable/tus-handlers.js');
    return deleteTus(request, service, descriptor);
  });
}

/** `POST /api/{slug}/uploads`: begins an upload whose bytes are stored in parts. */
export function createDirectUpload(...[descriptor, create, update, draft]: RouteOfUploads): RouteHandler {
  const route = { descriptor, create, update, draft };
  return async (request, service) => {
    const { createDirect } = await import('./direct/direct-handlers.js');
    return createDirect(request, service, route);
  };
}

/** `PUT /api/{slug}/uploads/:uploadId/parts/:part`: the bytes of a part. */
export function storeUploadPart(descriptor: CollectionDescriptor): RouteHandler {
  return async (request, service) => {
    const { storeDirectPart } = await import('./direct/direct-handlers.js');
    return storeDirectPart(request, service, descriptor);
  };
}

/** `POST /api/{slug}/uploads/:uploadId/complete`: the document of an upload. */
export function completeDirectUpload(...[descriptor, create, update, draft]: RouteOfUploads): RouteHandler {
  const route = { descriptor, create, update, draft };
  return async (request, service) => {
    const { completeDirect } = await import('./direct/direct-handlers.js');
    return completeDirect(request, service, route);
  };
}

/** `DELETE /api/{slug}/uploads/:uploadId`: ends an upload. */
export function deleteDirectUpload(descriptor: CollectionDescriptor): RouteHandler {
  return async (request, service) => {
    const { deleteDirect } = await import('./direct/direct-handlers.js');
    return deleteDirect(request, service, descriptor);
  };
}

function withTusHeaders(handler: RouteHandler): RouteHandler {
  return Object.assign(handler, { routeHeaders: tusHeaders });
}

/** `GET /api/{slug}/:id/usage`: what refers to the document. */
export function readUsage(descriptor: CollectionDescriptor): RouteHandler {
  return async (request, service) => {
    const { listUsage } = await import('./usage.js');
    return listUsage(request, service, descriptor);
  };
}
