import { withoutTelling } from '../../access/unseen-draft.js';
import type { Connection } from '../../storage/driver.js';
import type { JsonObject } from '../../util/json.js';
import type { DocumentType } from '../document-type.js';
import { type DocumentState, publishedOrDraft } from '../drafts/document-state.js';
import type { OperationContext } from '../operation.js';
import { notFound } from '../read/find-stored.js';
import { visibleState } from '../read/is-visible.js';
import { writableWhere } from '../read/visible.js';
import { lacksVisibility, type NeededVisibility } from './needed-visibility.js';

/** A write of one document, and its requester. */
export interface DecidedWrite {
  readonly operation: 'update' | 'delete';
  readonly id: string;
  /** The input; null where there is none. */
  readonly input: JsonObject | null;
  /** The published document is written, not only the draft. */
  readonly isPublic: boolean;
  readonly needs: NeededVisibility;
}

/**
 * Decides on a write in its transaction, on the current document. The handler has decided before, so a
 * callback is called again only if the document was changed in between.
 *
 * @returns The document, as it was decided on.
 * @throws ServiceError NOT_FOUND for a document that the requester may not see, or not in the view that the
 * write needs; FORBIDDEN.
 */
export async function decideWrite(
  connection: Connection,
  type: DocumentType,
  state: DocumentState,
  { operation, id, input, isPublic, needs }: DecidedWrite,
  { access }: OperationContext,
): Promise<DocumentState> {
  if (access === null) return state;
  const { descriptor, name } = type.model;
  const check = { id, visible: await writableWhere(access, descriptor, id), access, andPublished: isPublic };
  const shown = await visibleState(connection, type, state, check);
  const document = shown === null ? null : publishedOrDraft(shown);
  if (shown === null || document === null) throw notFound(name, id);
  await withoutTelling(
    access.admit(descriptor, operation, { id, data: input ?? document, document }),
    lacksVisibility(type, shown, 'document', access),
    () => notFound(name, id),
  );
  if (lacksVisibility(type, shown, needs, access)) throw notFound(name, id);
  return shown;
}
