import { denial } from '../../../access/decide.js';
import type { DocumentAccess } from '../../../access/document-access.js';
import { nameOf } from '../../../access/scopes.js';
import { isUnseenDraft, withoutTelling } from '../../../access/unseen-draft.js';
import type { CollectionDescriptor } from '../../../codegen/descriptors.js';
import type { CollectionOperations, OperationContext } from '../../../documents/operation.js';
import { notFound } from '../../../documents/read/find-stored.js';
import { isDocumentId } from '../../../util/ids.js';
import { refuseUnseen } from '../../security/authorize.js';
import { hasData, type ManyOperation, rightFor } from './many-operation.js';

/** One write of a bulk request, before it is done. */
export interface RequestedOperation {
  readonly descriptor: CollectionDescriptor;
  readonly collection: CollectionOperations;
  readonly context: OperationContext;
  readonly access: DocumentAccess | null;
  /** Whether no earlier operation concerns its document, so that it finds the stored one. */
  readonly isFirst: boolean;
}

/**
 * Decides access to one write of a bulk request, in the order of a single one: rights, then the document. The
 * write decides again on the document as it is then. Callbacks run here so that the transaction does not wait
 * for them: their decision on a revision is cached.
 *
 * @throws ServiceError FORBIDDEN, NOT_FOUND.
 */
export async function admitOperation(
  { op, id, data }: ManyOperation,
  { descriptor, collection, context, access, isFirst }: RequestedOperation,
): Promise<void> {
  if (access === null) {
    if (id !== null) checkId(id, descriptor);
    return;
  }
  const operation = rightFor(op);
  const verdict = access.verdict(descriptor, operation);
  if (verdict === 'denied') throw denial(access.requester, operation, nameOf(descriptor));
  if (id === null) {
    if (verdict === 'ask') await access.admit(descriptor, operation, data === null ? {} : { data });
    return;
  }
  await refuseUnseen({ descriptor, operation, access, id: isDocumentId(id) ? id : undefined });
  checkId(id, descriptor);
  if (verdict !== 'ask' || !isFirst) return;
  const document = await collection.find(id, context);
  const subject = { id, document, data: hasData(op) && data !== null ? data : document };
  await withoutTelling(
    access.admit(descriptor, operation, subject),
    isUnseenDraft(descriptor, document, access),
    () => notFound(descriptor.slug, id),
  );
}

/** A text that is not an id matches no document, and never reaches the database. */
function checkId(id: string, { slug }: CollectionDescriptor): void {
  if (!isDocumentId(id)) throw notFound(slug, id);
}
