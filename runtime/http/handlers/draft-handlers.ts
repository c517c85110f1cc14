import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import type { Reply, RouteHandler } from '../api.js';
import { documentsOf } from './addressed-document.js';
import { admitTransition } from './document-admission.js';
import { onceOnly } from './idempotent-write.js';
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
    return onceOnly(
      request,
      service,
      { descriptor, route: `${request.method} ${request.path}`, sent: [expected] },
      async (once) => {
        const intent = { kind, id, expected, effects, ...(once && { once }) };
        return {
          status: 200,
          document: await documentsOf(service, descriptor).write(intent, request.context),
        };
      },
      documentReply,
    );
  };
}
