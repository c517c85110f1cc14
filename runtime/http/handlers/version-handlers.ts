import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import type { Validator } from '../../documents/operation.js';
import type { Reply, RouteHandler } from '../api.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { readPageQuery } from '../routing/page-query.js';
import { documentIdOf, versionsOf } from './addressed-document.js';
import { admitTransition, admitWrite } from './document-admission.js';
import { documentReply } from './reply.js';

/** `GET .../versions`: the history of a document, newest first. */
export function listVersions(descriptor: DocumentDescriptor): RouteHandler {
  return async function list(request, service): Promise<Reply> {
    await admitWrite(request, service, descriptor, 'transition');
    const id = documentIdOf(request, descriptor);
    const page = readPageQuery(request.search, service.contract.limits.maxLimit);
    const { json } = await versionsOf(service, descriptor).list(id, page, request.context);
    return { status: 200, body: json };
  };
}

/** `GET .../versions/:versionId`: one version. */
export function readVersion(descriptor: DocumentDescriptor): RouteHandler {
  return async function read(request, service): Promise<Reply> {
    await admitWrite(request, service, descriptor, 'transition');
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
  return async function restore(request, service): Promise<Reply> {
    const { id, expected } = await admitTransition(request, service, descriptor);
    const { versionId = '' } = request.params;
    const versions = versionsOf(service, descriptor);
    return documentReply(await versions.restore(id, { versionId, validator, expected }, request.context));
  };
}
