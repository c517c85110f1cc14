import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import { globalId } from '../../documents/document-model.js';
import type { RequestedWrite, WriteOperation } from '../../documents/write/intent.js';
import type { ApiRequest } from '../api.js';

/** What a request is about to write. Nothing of it is checked yet. */
export interface WriteRequest extends RequestedWrite {
  /** The value of `X-Draft`. */
  readonly draft: string | undefined;
  readonly ifMatch: string | undefined;
  /** Reads the body, once. */
  body(): Promise<unknown>;
}

/**
 * Reads a write from its request. A transition (publishing, discarding a draft, restoring a version) needs
 * the right to update the document (docs/spec/contract.md#draft-writes), but its body, if there is one, is
 * not the data of the document.
 */
export function writeRequest(
  request: ApiRequest,
  descriptor: DocumentDescriptor,
  kind: WriteOperation | 'transition',
): WriteRequest {
  const draft = request.header('x-draft');
  const ifMatch = request.header('if-match');
  const body = readOnce(request);
  const addressed = descriptor.kind === 'global' ? globalId : (request.params['id'] ?? '');
  return {
    operation: kind === 'transition' ? 'update' : kind,
    id: kind === 'create' ? null : addressed,
    data: kind === 'create' || kind === 'update' ? body : null,
    isDraft: draft === 'true',
    expectsRevision: ifMatch !== undefined,
    refusesFields: true,
    draft,
    ifMatch,
    body,
  };
}

function readOnce(request: ApiRequest): () => Promise<unknown> {
  let body: Promise<unknown> | null = null;
  return () => {
    body ??= request.body();
    return body;
  };
}
