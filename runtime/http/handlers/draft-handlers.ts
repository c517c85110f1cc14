import type { DocumentAccess } from '../../access/document-access.js';
import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import type { ExpectedRevisions } from '../../documents/write/intent.js';
import type { ApiRequest, Reply, RouteHandler, Service } from '../api.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { documentIdOf, documentsOf } from './addressed-document.js';
import { expectedByHeader } from './conditional-write.js';
import { admitWrite } from './document-admission.js';
import { documentReply } from './reply.js';

/** `POST .../unpublish`: the published document becomes a draft. A body is not read. */
export function unpublishDocument(descriptor: DocumentDescriptor): RouteHandler {
  return transition(descriptor, 'unpublish');
}

/** `DELETE .../draft`: resets the document to its published state. */
export function discardDraft(descriptor: DocumentDescriptor): RouteHandler {
  return transition(descriptor, 'discard');
}

function transition(descriptor: DocumentDescriptor, kind: 'unpublish' | 'discard'): RouteHandler {
  return async function changeState(request, service): Promise<Reply> {
    const { id, expected, access } = await admitTransition(request, service, descriptor);
    const effects = service.effectsOf({ kind, descriptor, id, access }, request);
    const intent = { kind, id, expected, effects };
    return documentReply(await documentsOf(service, descriptor).write(intent, request.context));
  };
}

/** The document of a state transition, and the revision that the client expects. */
export interface AdmittedTransition {
  readonly id: string;
  readonly expected: ExpectedRevisions;
  readonly access: DocumentAccess | null;
}

/**
 * Admits a state transition of a document, which requesters may do who may update it; `If-Match` binds it to
 * a revision.
 */
export async function admitTransition(
  request: ApiRequest,
  service: Service,
  descriptor: DocumentDescriptor,
): Promise<AdmittedTransition> {
  const { ifMatch, access } = await admitWrite(request, service, descriptor, 'transition');
  const id = documentIdOf(request, descriptor);
  refuseParameters(request.search);
  return { id, expected: expectedByHeader(ifMatch), access };
}
