import type { Connection } from '../../storage/driver.js';
import type { DocumentType } from '../document-type.js';
import type { DocumentState } from '../document-views.js';
import { findState } from '../drafts/document-state.js';
import type { OperationContext } from '../operation-context.js';
import { checkRevision, type FoundDocument } from '../read/known-document.js';
import { admitFound } from './admit.js';
import type { AddressedIntent, CreateIntent } from './intent.js';
import { lockState } from './lock-documents.js';

/** A write that finds its document. */
export interface Loading {
  readonly target: { readonly type: DocumentType };
  readonly intent: AddressedIntent | CreateIntent;
  readonly context: OperationContext;
  readonly connection: Connection;
  /** Whether the document is locked for the write, which requires a transaction. */
  readonly locks: boolean;
}

const nothing: DocumentState = { published: null, pending: null };

/**
 * Finds the document of a write, and decides on the write with the document as it is now. A new document has
 * no state.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, CONFLICT for another revision than the client expects.
 */
export async function loadDocument({
  target: { type },
  intent,
  context,
  connection,
  locks,
}: Loading): Promise<FoundDocument> {
  if (intent.kind === 'create') return { state: nothing };
  const found = await (locks ? lockState : findState)(connection, type, intent.id);
  const loaded = await admitFound({ type, intent, context, connection }, found);
  checkRevision(type, loaded, intent.expected, context.access);
  return loaded;
}
