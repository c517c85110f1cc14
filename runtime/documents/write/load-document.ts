import type { Connection } from '../../storage/driver.js';
import type { DocumentEnvironment } from '../document-environment.js';
import type { DocumentState } from '../document-state.js';
import type { DocumentType } from '../document-type.js';
import { findState } from '../drafts/stored-state.js';
import type { OperationContext } from '../operation-context.js';
import { checkRevision, type FoundDocument } from '../read/found-document.js';
import { admitFound } from './admit.js';
import type { WrittenTarget } from './answer-write.js';
import type { AddressedIntent, CreateIntent, WriteIntent } from './intent.js';
import { lockState } from './lock-documents.js';

/** The collection or global of a write. */
export interface WriteTarget extends WrittenTarget {
  readonly environment: DocumentEnvironment;
}

/** A write in its transaction. */
export interface OpenWrite<Intent extends WriteIntent = WriteIntent> {
  readonly target: WriteTarget;
  readonly intent: Intent;
  readonly context: OperationContext;
  readonly connection: Connection;
  /** The document, as its requester may see it. */
  readonly loaded: FoundDocument;
}

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
  checkRevision(type, { found: loaded, expected: intent.expected, access: context.access });
  return loaded;
}
