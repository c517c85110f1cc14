import type { DocumentAccess } from '../../access/document-access.js';
import { seesDrafts } from '../../access/unseen-draft.js';
import type { DocumentType } from '../document-type.js';
import type { DocumentState } from '../drafts/document-state.js';

/**
 * What a requester must see of a document for a write (docs/spec/contract.md#draft-writes: publishing,
 * unpublishing or scheduling a document that they may not see is a 404). `draft`: drafts, whether or not
 * there is one, so that the refusal reveals none. `document`: the document, which may be published.
 * `nothing`: drafts may be written by requesters who do not see them.
 */
export type NeededVisibility = 'draft' | 'document' | 'nothing';

/** Whether the requester does not see what a write needs. */
export function lacksVisibility(
  { model: { descriptor } }: DocumentType,
  { published, pending }: DocumentState,
  needs: NeededVisibility,
  access: DocumentAccess | null,
): boolean {
  if (needs === 'nothing' || !descriptor.drafts || seesDrafts(descriptor, access)) return false;
  return needs === 'draft' || (published === null && pending !== null);
}
