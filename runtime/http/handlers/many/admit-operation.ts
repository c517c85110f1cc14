import type { DocumentAccess } from '../../../access/document-access.js';
import type { CollectionDescriptor } from '../../../codegen/descriptors.js';
import { notFound } from '../../../documents/not-found.js';
import type { CollectionOperations } from '../../../documents/operation.js';
import type { OperationContext } from '../../../documents/operation-context.js';
import { isDocumentId } from '../../../util/ids.js';
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
 * Admits one write of a bulk request, in the order of a single one: rights, then the document.
 *
 * @throws ServiceError FORBIDDEN, NOT_FOUND.
 */
export async function admitOperation(
  { op, id, data, ifMatch, isDraft }: ManyOperation,
  { descriptor, collection, context, access, isFirst }: RequestedOperation,
): Promise<void> {
  if (access !== null) {
    const write = {
      operation: rightFor(op),
      id,
      data: hasData(op) && data !== null ? async () => data : null,
      isDraft,
      expectsRevision: ifMatch !== null,
      // It would cost a read of each document.
      refusesFields: false,
      isLater: !isFirst,
    };
    await collection.admit(write, context);
  }
  // A text that is not an id matches no document, and never reaches the database.
  if (id !== null && !isDocumentId(id)) throw notFound(descriptor.slug, id);
}
