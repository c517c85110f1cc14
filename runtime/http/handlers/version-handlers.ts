import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import type { Validator } from '../../documents/operation.js';
import type { Reply, RouteHandler } from '../api.js';
import { readPageQuery } from '../auth-routes/page-query.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { authorizeStep } from '../security/authorize.js';
import { documentIdOf, versionsOf } from './addressed-document.js';
import { step } from './draft-handlers.js';

/** `GET .../versions`: the history of a document, newest first. */
export function listVersions(descriptor: DocumentDescriptor): RouteHandler {
  return async function list(request, service): Promise<Reply> {
    await authorizeStep(request, service, descriptor);
    const id = documentIdOf(request, descriptor);
    const page = readPageQuery(request.search, service.contract.limits.maxLimit);
    const { json } = await versionsOf(service, descriptor).list(id, page, request.context);
    return { status: 200, body: json };
  };
}

/** `GET .../versions/:versionId`: one version. */
export function readVersion(descriptor: DocumentDescriptor): RouteHandler {
  return async function read(request, service): Promise<Reply> {
    await authorizeStep(request, service, descriptor);
    const id = documentIdOf(request, descriptor);
    refuseParameters(request.search);
    const { versionId = '' } = request.params;
    const body = await versionsOf(service, descriptor).read(id, versionId, request.context);
    return { status: 200, body };
  };
}

/**
 * `POST .../versions/:versionId/restore`: the version becomes the draft, or without drafts the document. A
 * body is not read.
 */
export function restoreVersion(descriptor: DocumentDescriptor, validator: Validator): RouteHandler {
  return step(descriptor, ({ id, expectedRevision }, { context, params: { versionId = '' } }, service) =>
    versionsOf(service, descriptor).restore(id, versionId, { validator, expectedRevision }, context),
  );
}
