import type { StoredDocument } from '../documents/document-model.js';
import type { DocumentType } from '../documents/document-type.js';
import { findStored, notFound } from '../documents/find-stored.js';
import type { OperationContext } from '../documents/operation.js';
import { writableWhere } from '../documents/visible.js';
import type { Connection } from '../storage/driver.js';
import type { JsonObject } from '../util/json.js';

/** A write of one document, and whose it is. */
export interface DecidedWrite {
  readonly operation: 'update' | 'delete';
  readonly id: string;
  /** What was sent; null for a deletion. */
  readonly sent: JsonObject | null;
}

/**
 * Decides on a write in its transaction, on the document as it is then. The handler has decided before, so that a callback is asked
 * again only if somebody has changed the document in between.
 *
 * @throws ServiceError NOT_FOUND for a document that whoever asks may not see, FORBIDDEN.
 */
export async function decideWrite(
  connection: Connection,
  type: DocumentType,
  document: StoredDocument,
  { operation, id, sent }: DecidedWrite,
  { access }: OperationContext,
): Promise<void> {
  if (access === null) return;
  const { descriptor } = type.model;
  const visible = await writableWhere(access, descriptor, id);
  if (visible !== null && (await findStored(connection, type.model, id, visible)) === null) {
    throw notFound(type.model.name, id);
  }
  await access.admit(descriptor, operation, { id, data: sent ?? document, document });
}
