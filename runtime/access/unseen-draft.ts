import type { DocumentDescriptor } from '../codegen/descriptors.js';
import { ServiceError } from '../errors/service-error.js';
import type { JsonObject } from '../util/json.js';
import { decideView } from './decide-view.js';
import type { DocumentAccess } from './document-access.js';

/** Whether a document was never published and whoever asks sees no drafts: then it is none to them (contract, section 6). */
export function isUnseenDraft(
  descriptor: DocumentDescriptor,
  document: JsonObject,
  access: DocumentAccess,
): boolean {
  if (descriptor.kind === 'global' || document['_status'] !== 'draft') return false;
  return decideView(descriptor, null, access) === 'published';
}

/** What a refused write of a document becomes: a 403 would tell that there is such a draft. Whoever may write drafts need not see them. */
export async function withoutTelling(
  decision: Promise<void>,
  isUnseen: boolean,
  notFound: () => ServiceError,
): Promise<void> {
  try {
    await decision;
  } catch (error) {
    throw isUnseen && error instanceof ServiceError && error.code === 'FORBIDDEN' ? notFound() : error;
  }
}
