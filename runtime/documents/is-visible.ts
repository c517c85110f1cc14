import { decideView } from '../access/decide-view.js';
import type { DocumentAccess } from '../access/document-access.js';
import { type DraftsSeen, inView } from '../query/merged-view.js';
import type { WhereNode } from '../query/plan.js';
import { relatedCollections } from '../query/visible.js';
import type { Connection } from '../storage/driver.js';
import type { DocumentState } from './document-state.js';
import type { DocumentType } from './document-type.js';
import { findStored } from './find-stored.js';

/** Whether a document meets the constraint for reading, in the view that a read of the same sender shows. */
export async function isVisible(
  connection: Connection,
  type: DocumentType,
  { published, pending }: DocumentState,
  {
    id,
    visible,
    access,
  }: { readonly id: string; readonly visible: WhereNode | null; readonly access: DocumentAccess },
): Promise<boolean> {
  if (visible === null) return true;
  const { descriptor } = type.model;
  const seesDrafts = decideView(descriptor, null, access) === 'merged';
  const isDraft = pending !== null && (seesDrafts || published === null);
  const seen = draftsSeenThrough(visible, access);
  const found =
    isDraft && type.pending !== null
      ? findStored(connection, type.pending.model, id, inView(visible, seen, 'pending'))
      : findStored(connection, type.model, id, inView(visible, seen, 'published'));
  return (await found) !== null;
}

/** A constraint that leads to other collections meets the documents that the sender sees of them. */
export function draftsSeenThrough(visible: WhereNode, access: DocumentAccess): DraftsSeen {
  return new Set(
    [...relatedCollections(visible)].filter((related) => decideView(related, null, access) === 'merged'),
  );
}
