import { decideView } from '../../access/decide-view.js';
import type { DocumentAccess } from '../../access/document-access.js';
import { type DraftsSeen, inView, noDrafts } from '../../query/merged-view.js';
import type { WhereNode } from '../../query/plan.js';
import { relatedCollections } from '../../query/visible.js';
import type { Connection } from '../../storage/driver.js';
import type { StoredDocument } from '../document-model.js';
import { type DocumentState, isSameState } from '../document-state.js';
import type { DocumentType } from '../document-type.js';
import { findState } from '../drafts/stored-state.js';
import { findStored } from './find-stored.js';
import { writableWhere } from './read-rights.js';

/** A requester's view and constraint for reading a document. */
export interface VisibilityCheck {
  readonly id: string;
  /** The constraint for reading; null: none. */
  readonly visible: WhereNode | null;
  readonly access: DocumentAccess;
  /**
   * The published document, if any, must be visible as well: it is about to be written, and is part of the
   * response.
   */
  readonly andPublished?: boolean;
}

/**
 * The document, if it meets the constraint for reading in the view that a read of the same requester shows;
 * else null. It differs from the given state if another request wrote the document in between.
 */
export async function visibleState(
  found: DocumentState,
  {
    connection,
    type,
    check,
  }: { readonly connection: Connection; readonly type: DocumentType; readonly check: VisibilityCheck },
): Promise<DocumentState | null> {
  for (let state = found; ; ) {
    if (await isVisible(state, { connection, type, check })) return state;
    const now = await findState(connection, type, check.id);
    if (now === null || isSameState(state, now)) return null;
    state = now;
  }
}

async function isVisible(
  { published, pending }: DocumentState,
  {
    connection,
    type,
    check: { id, visible, access, andPublished = false },
  }: { readonly connection: Connection; readonly type: DocumentType; readonly check: VisibilityCheck },
): Promise<boolean> {
  if (visible === null) return true;
  const { model } = type;
  const seesDrafts = decideView(model.descriptor, null, access) === 'merged';
  const isDraft = pending !== null && (seesDrafts || published === null);
  const seen = draftsSeenThrough(visible, access);
  if (!isDraft || type.pending === null) {
    return (
      (await findStored(connection, { model, id, visible: inView(visible, { seen, rows: 'published' }) })) !==
      null
    );
  }
  if (
    (await findStored(connection, {
      model: type.pending.model,
      id,
      visible: inView(visible, { seen, rows: 'pending' }),
    })) === null
  ) {
    return false;
  }
  if (!andPublished || published === null) return true;
  return isPublishedVisible({ connection, type, id, visible });
}

async function isPublishedVisible({
  connection,
  type: { model },
  id,
  visible,
}: {
  readonly connection: Connection;
  readonly type: DocumentType;
  readonly id: string;
  readonly visible: WhereNode;
}): Promise<boolean> {
  const where = inView(visible, { seen: noDrafts, rows: 'published' });
  return (await findStored(connection, { model, id, visible: where })) !== null;
}

/**
 * The published document of a state that the requester may write a draft of; null where there is none, or
 * where only its draft meets their constraint for reading: then nothing of it may get into their draft. The
 * database is asked only where the two can differ.
 */
export async function readablePublished(
  { published, pending }: DocumentState,
  {
    connection,
    type,
    id,
    access,
  }: {
    readonly connection: Connection;
    readonly type: DocumentType;
    readonly id: string;
    readonly access: DocumentAccess | null;
  },
): Promise<StoredDocument | null> {
  if (published === null || pending === null || access === null) return published;
  const { descriptor } = type.model;
  const visible = await writableWhere(access, descriptor, id);
  if (visible === null || decideView(descriptor, null, access) !== 'merged') return published;
  return (await isPublishedVisible({ connection, type, id, visible })) ? published : null;
}

/** A constraint over relations is checked against the related documents that the requester sees. */
export function draftsSeenThrough(visible: WhereNode, access: DocumentAccess): DraftsSeen {
  return new Set(
    [...relatedCollections(visible)].filter((related) => decideView(related, null, access) === 'merged'),
  );
}
