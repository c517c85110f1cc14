import type { DocumentAccess } from '../../access/document-access.js';
import { seesDrafts } from '../../access/unseen-draft.js';
import type { DocumentType } from '../document-type.js';
import type { DocumentState } from '../document-views.js';
import type { NeededVisibility } from './intent.js';

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
