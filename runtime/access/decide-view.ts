/** Whether requesters see drafts. */

import type { DocumentDescriptor } from '../codegen/descriptors.js';
import type { JsonObject } from '../util/json.js';
import type { DocumentAccess } from './document-access.js';

/** What a read shows of a collection or global: what is published, or drafts merged over it. */
export type View = 'published' | 'merged';

/**
 * Decides on the view (docs/spec/contract.md#views). `draft` is the parameter, null where it was not given:
 * then every authenticated requester sees drafts. Each collection defines which roles may see its drafts; all
 * others get what is published.
 */
export function decideView(
  { drafts, draftReaders }: DocumentDescriptor,
  draft: boolean | null,
  access: DocumentAccess | null,
): View {
  if (!drafts) return 'published';
  if (access === null) return draft === true ? 'merged' : 'published';
  const { requester, seesAllDrafts = false } = access;
  if (draft === false) return 'published';
  if (seesAllDrafts) return 'merged';
  if (requester.kind === 'anonymous') return 'published';
  if (draftReaders === undefined) return 'merged';
  return requester.role !== null && draftReaders.includes(requester.role) ? 'merged' : 'published';
}

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
