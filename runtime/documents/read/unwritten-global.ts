import { seesDrafts } from '../../access/unseen-draft.js';
import type { IdSource } from '../../util/ids.js';
import type { StoredDocument } from '../document-model.js';
import { globalId } from '../document-model.js';
import type { DocumentType } from '../document-type.js';
import { type DocumentState, newestOf } from '../document-views.js';
import type { OperationContext } from '../operation-context.js';
import { type Completion, completeFields } from '../write/complete-value.js';
import type { FoundDocument } from './known-document.js';

/**
 * A document with what a global shows instead while nothing of it is published: its defaults, also for a
 * requester who does not see its draft. Null for a document of a collection that was not found.
 */
export async function withUnwritten(
  type: DocumentType,
  found: DocumentState | null,
  context: OperationContext,
): Promise<FoundDocument | null> {
  const { descriptor } = type.model;
  if (descriptor.kind === 'collection') return found && { state: found };
  const state = found ?? { published: null, pending: null };
  const isShown = newestOf(state) !== null && seesDrafts(descriptor, context.access);
  if (state.published !== null || isShown) return { state };
  return { state, unwritten: await unwrittenGlobal(type, context) };
}

/** What a global shows before its first write: the defaults of its fields. */
export async function unwrittenGlobal(
  type: DocumentType,
  context: OperationContext,
): Promise<StoredDocument> {
  const data = type.defaults.any ? await type.defaults.apply({}, 'create', () => context.req) : {};
  // A required field without a default is empty here; the first write must give it a value.
  const completion: Completion = { ids: defaultRowIds(), issues: [] };
  const fields = completeFields(type.model.descriptor.fields, data, '', completion);
  const head = { id: globalId, createdAt: null, updatedAt: null };
  return type.model.descriptor.drafts
    ? { ...head, _status: 'draft', _revision: 0, ...fields }
    : { ...head, _revision: 0, ...fields };
}

/** Rows keep their ids between reads, like stored ones, so the ETag stays the same, too. */
function defaultRowIds(): IdSource {
  let rows = 0;
  return () => {
    rows += 1;
    return `default-${rows}`;
  };
}
