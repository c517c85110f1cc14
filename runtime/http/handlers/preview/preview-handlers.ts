import type { DocumentDescriptor } from '../../../codegen/descriptors.js';
import type { Reply, RouteHandler } from '../../api.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import { documentIdOf } from '../addressed-document.js';
import { admitRead } from '../document-admission.js';

/** `POST .../preview-token`: a token that opens the draft of one document for an hour. */
export function createPreviewToken(descriptor: DocumentDescriptor): RouteHandler {
  return async function createToken(request, service): Promise<Reply> {
    const access = await admitRead(request, service, descriptor);
    // Loaded when the first preview is opened.
    const { makePreviewToken, refuseWithoutDrafts } = await import('./make-preview-token.js');
    refuseWithoutDrafts(descriptor, access);
    refuseParameters(request.search);
    const id = documentIdOf(request, descriptor);
    const token = await makePreviewToken(request, service, { descriptor, id, access });
    return { status: 200, headers: { 'Cache-Control': 'no-store' }, body: JSON.stringify(token) };
  };
}
