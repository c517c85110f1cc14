import { seesDrafts } from '../../access/decide-view.js';
import type { DocumentAccess } from '../../access/document-access.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { StoredDocument } from '../document-model.js';
import { type DocumentState, newestOf } from '../document-state.js';
import type { DocumentType } from '../document-type.js';
import type { OperationContext } from '../operation-context.js';
import type { ExpectedRevisions } from '../write/intent.js';
import { unwrittenGlobal } from './unwritten-global.js';

/** A document, and what a global shows before its first publication. */
export interface FoundDocument {
  readonly state: DocumentState;
  readonly unwritten?: StoredDocument | undefined;
}

/**
 * The document as the requester knows it: the newest, or the published one for a requester who sees no
 * drafts. Null where the document is only a draft that the requester does not see.
 */
export function knownTo(
  { model: { descriptor } }: DocumentType,
  {
    found: { state, unwritten },
    access,
  }: { readonly found: FoundDocument; readonly access: DocumentAccess | null },
): StoredDocument | null {
  const shown = seesDrafts(descriptor, access) ? newestOf(state) : state.published;
  return shown ?? unwritten ?? null;
}

/**
 * Compares the revision that the client expects with the document as the requester knows it, so that neither
 * the decision nor the refusal reveals a draft that they do not see. A draft that was never published is
 * compared with its own revision, which its author received, and which the refusal does not name.
 *
 * @throws ServiceError CONFLICT when the revision differs, with the current revision.
 */
export function checkRevision(
  type: DocumentType,
  {
    found,
    expected,
    access,
  }: {
    readonly found: FoundDocument;
    readonly expected: ExpectedRevisions;
    readonly access: DocumentAccess | null;
  },
): void {
  if (expected === 'any') return;
  const [first, ...others] = expected;
  const known = knownTo(type, { found, access });
  const revision = Number((known ?? newestOf(found.state))?.['_revision']);
  if (first === undefined || first === revision) return;
  const collection = type.model.name;
  if (known === null) {
    throw new ServiceError('CONFLICT', reason('document.modified', { collection, expected: first }));
  }
  if (others.includes(revision)) return;
  const why = { collection, expected: first, revision };
  throw new ServiceError('CONFLICT', reason('document.modified', why), { currentRevision: revision });
}

/**
 * A document with what a global shows instead while nothing of it is published: its defaults, also for a
 * requester who does not see its draft. Null for a document of a collection that was not found.
 */
export async function withUnwritten(
  type: DocumentType,
  { found, context }: { readonly found: DocumentState | null; readonly context: OperationContext },
): Promise<FoundDocument | null> {
  const { descriptor } = type.model;
  if (descriptor.kind === 'collection') return found && { state: found };
  const state = found ?? { published: null, pending: null };
  const isShown = newestOf(state) !== null && seesDrafts(descriptor, context.access);
  if (state.published !== null || isShown) return { state };
  return { state, unwritten: await unwrittenGlobal(type, context) };
}
