import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import type { Validator } from '../../documents/operation.js';
import type { Reply, RouteHandler } from '../api.js';
import { readPageQuery } from '../auth-routes/page-query.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { authorizeStep } from '../security/authorize.js';
import { step } from './draft-handlers.js';
import { subjectOf } from './step-subject.js';

/** `GET .../versions`: the history of a document, newest first. */
export function listVersions(descriptor: DocumentDescriptor): RouteHandler {
  return async function list(request, service): Promise<Reply> {
    await authorizeStep(request, service, descriptor);
    const { versions } = subjectOf(request, service, descriptor);
    const page = readPageQuery(request.search, service.contract.limits.maxLimit);
    const { json } = await versions.list(page, request.context);
    return { status: 200, body: json };
  };
}

/** `GET .../versions/:versionId`: one version. */
export function readVersion(descriptor: DocumentDescriptor): RouteHandler {
  return async function read(request, service): Promise<Reply> {
    await authorizeStep(request, service, descriptor);
    const { versions } = subjectOf(request, service, descriptor);
    refuseParameters(request.search);
    const { versionId = '' } = request.params;
    return { status: 200, body: await versions.read(versionId, request.context) };
  };
}

/**
 * `POST .../versions/:versionId/restore`: the version becomes the draft, or without drafts the document. A
 * body is not read.
 */
export function restoreVersion(descriptor: DocumentDescriptor, validator: Validator): RouteHandler {
  return step(descriptor, ({ versions }, expectedRevision, { context, params: { versionId = '' } }) =>
    versions.restore(versionId, { validator, expectedRevision }, context),
  );
}
