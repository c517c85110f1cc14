import type { DocumentDescriptor } from '../codegen/descriptors.js';
import type { JsonObject } from '../util/json.js';
import { decideView } from './decide-view.js';
import type { DocumentAccess } from './document-access.js';

/**
 * Whether the requester sees drafts of a collection or global; every requester does where there is no
 * authentication.
 */
export function seesDrafts(descriptor: DocumentDescriptor, access: DocumentAccess | null): boolean {
  return access === null || decideView(descriptor, null, access) === 'merged';
}

/**
 * Whether a document was never published and the requester sees no drafts: then it does not exist for them
 * (docs/spec/contract.md#views).
 */
export function isUnseenDraft(
  descriptor: DocumentDescriptor,
  document: JsonObject,
  access: DocumentAccess,
): boolean {
  if (descriptor.kind === 'global' || document['_status'] !== 'draft') return false;
  return descriptor.drafts && !seesDrafts(descriptor, access);
}
