import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import type { DocumentResult } from '../../documents/operation.js';
import type { ApiRequest, Reply, RouteHandler, Service } from '../api.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { authorizeStep } from '../security/authorize.js';
import { expectedByHeader, withExpectedRevision } from './conditional-write.js';
import { documentReply } from './reply.js';
import { withoutPublication, withoutSchedule } from './schedule-handlers.js';
import { type StepSubject, subjectOf } from './step-subject.js';

/** `POST .../unpublish`: the published document becomes a draft. A body is not read. */
export function unpublishDocument(descriptor: DocumentDescriptor): RouteHandler {
  return step(descriptor, ({ id, drafts }, expectedRevision, { context }) =>
    drafts.unpublish({ expectedRevision, also: withoutSchedule(descriptor, id) }, context),
  );
}

/** `DELETE .../draft`: resets the document to its published state. */
export function discardDraft(descriptor: DocumentDescriptor): RouteHandler {
  return step(descriptor, ({ id, drafts }, expectedRevision, { context }) =>
    drafts.discard({ expectedRevision, also: withoutPublication(descriptor, id) }, context),
  );
}

type Step = (
  subject: StepSubject,
  expectedRevision: number | null,
  request: ApiRequest,
) => Promise<DocumentResult>;

/**
 * A state transition of a document: allowed to requesters who may update it; `If-Match` binds it to a
 * revision.
 */
export function step(descriptor: DocumentDescriptor, take: Step): RouteHandler {
  return async function takeStep(request: ApiRequest, service: Service): Promise<Reply> {
    await authorizeStep(request, service, descriptor);
    const subject = subjectOf(request, service, descriptor);
    refuseParameters(request.search);
    const expected = expectedByHeader(request.header('if-match'));
    const document = await withExpectedRevision(expected, (revision) => take(subject, revision, request));
    return documentReply(document);
  };
}
