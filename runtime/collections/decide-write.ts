import { isUnseenDraft, withoutTelling } from '../access/unseen-draft.js';
import { type DocumentState, settledOf } from '../documents/document-state.js';
import type { DocumentType } from '../documents/document-type.js';
import { notFound } from '../documents/find-stored.js';
import { visibleState } from '../documents/is-visible.js';
import type { OperationContext } from '../documents/operation.js';
import { writableWhere } from '../documents/visible.js';
import type { Connection } from '../storage/driver.js';
import type { JsonObject } from '../util/json.js';

/** A write of one document, and whose it is. */
export interface DecidedWrite {
  readonly operation: 'update' | 'delete';
  readonly id: string;
  /** What was sent; null where nothing is. */
  readonly sent: JsonObject | null;
  /** What is published is written, not the draft alone. */
  readonly isPublic: boolean;
}

/**
 * Decides on a write in its transaction, on the document as it is then. The handler has decided before, so that a callback is asked
 * again only if somebody has changed the document in between.
 *
 * @returns The document, as it was decided on.
 * @throws ServiceError NOT_FOUND for a document that whoever asks may not see, FORBIDDEN.
 */
export async function decideWrite(
  connection: Connection,
  type: DocumentType,
  state: DocumentState,
  { operation, id, sent, isPublic }: DecidedWrite,
  { access }: OperationContext,
): Promise<DocumentState> {
  if (access === null) return state;
  const { descriptor, name } = type.model;
  const sight = { id, visible: await writableWhere(access, descriptor, id), access, andPublished: isPublic };
  const shown = await visibleState(connection, type, state, sight);
  const document = shown === null ? null : settledOf(shown);
  if (shown === null || document === null) throw notFound(name, id);
  await withoutTelling(
    access.admit(descriptor, operation, { id, data: sent ?? document, document }),
    isUnseenDraft(descriptor, document, access),
    () => notFound(name, id),
  );
  return shown;
}
