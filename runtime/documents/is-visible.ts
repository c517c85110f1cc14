import { decideView } from '../access/decide-view.js';
import type { DocumentAccess } from '../access/document-access.js';
import { type DraftsSeen, inView } from '../query/merged-view.js';
import type { WhereNode } from '../query/plan.js';
import { relatedCollections } from '../query/visible.js';
import type { Connection } from '../storage/driver.js';
import { type DocumentState, findState, isSameState } from './document-state.js';
import type { DocumentType } from './document-type.js';
import { findStored } from './find-stored.js';

/** Who asks to see a document. */
export interface Sight {
  readonly id: string;
  /** The constraint for reading; null: none. */
  readonly visible: WhereNode | null;
  readonly access: DocumentAccess;
  /** What is published must be seen as well, where something is: it is about to be written, and goes into the answer. */
  readonly andPublished?: boolean;
}

/**
 * The document, if it meets the constraint for reading in the view that a read of the same sender shows; else null. It is not the given state
 * where somebody has written it in between.
 */
export async function visibleState(
  connection: Connection,
  type: DocumentType,
  found: DocumentState,
  sight: Sight,
): Promise<DocumentState | null> {
  for (let state = found; ; ) {
    if (await isVisible(connection, type, state, sight)) return state;
    const now = await findState(connection, type, sight.id);
    if (now === null || isSameState(state, now)) return null;
    state = now;
  }
}

async function isVisible(
  connection: Connection,
  type: DocumentType,
  { published, pending }: DocumentState,
  { id, visible, access, andPublished = false }: Sight,
): Promise<boolean> {
  if (visible === null) return true;
  const { model } = type;
  const seesDrafts = decideView(model.descriptor, null, access) === 'merged';
  const isDraft = pending !== null && (seesDrafts || published === null);
  const seen = draftsSeenThrough(visible, access);
  if (!isDraft || type.pending === null) {
    return (await findStored(connection, model, id, inView(visible, seen, 'published'))) !== null;
  }
  if ((await findStored(connection, type.pending.model, id, inView(visible, seen, 'pending'))) === null) {
    return false;
  }
  if (!andPublished || published === null) return true;
  return (await findStored(connection, model, id, inView(visible, noDrafts, 'published'))) !== null;
}

const noDrafts: DraftsSeen = new Set();

/** A constraint that leads to other collections meets the documents that the sender sees of them. */
export function draftsSeenThrough(visible: WhereNode, access: DocumentAccess): DraftsSeen {
  return new Set(
    [...relatedCollections(visible)].filter((related) => decideView(related, null, access) === 'merged'),
  );
}
