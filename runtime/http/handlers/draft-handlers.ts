import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import type { DocumentResult } from '../../documents/operation.js';
import type { ApiRequest, Reply, RouteHandler, Service } from '../api.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { authorizeStep } from '../security/authorize.js';
import { documentIdOf, draftsOf } from './addressed-document.js';
import { expectedByHeader, withExpectedRevision } from './conditional-write.js';
import { documentReply } from './reply.js';
import { withoutPublication, withoutSchedule } from './schedule-handlers.js';

/** `POST .../unpublish`: the published document becomes a draft. A body is not read. */
export function unpublishDocument(descriptor: DocumentDescriptor): RouteHandler {
  return step(descriptor, ({ id, expectedRevision }, { context }, service) => {
    const also = withoutSchedule(descriptor, id);
    return draftsOf(service, descriptor).unpublish(id, { expectedRevision, also }, context);
  });
}

/** `DELETE .../draft`: resets the document to its published state. */
export function discardDraft(descriptor: DocumentDescriptor): RouteHandler {
  return step(descriptor, ({ id, expectedRevision }, { context }, service) => {
    const also = withoutPublication(descriptor, id);
    return draftsOf(service, descriptor).discard(id, { expectedRevision, also }, context);
  });
}

/** The document of a state transition, with the revision that the client expects. */
interface StepSubject {
  readonly id: string;
  readonly expectedRevision: number | null;
}

type Step = (subject: StepSubject, request: ApiRequest, service: Service) => Promise<DocumentResult>;

/**
 * A state transition of a document: allowed to requesters who may update it; `If-Match` binds it to a
 * revision.
 */
export function step(descriptor: DocumentDescriptor, take: Step): RouteHandler {
  return async function takeStep(request: ApiRequest, service: Service): Promise<Reply> {
    await authorizeStep(request, service, descriptor);
    const id = documentIdOf(request, descriptor);
    refuseParameters(request.search);
    const expected = expectedByHeader(request.header('if-match'));
    const document = await withExpectedRevision(expected, (expectedRevision) =>
      take({ id, expectedRevision }, request, service),
    );
    return documentReply(document);
  };
}
