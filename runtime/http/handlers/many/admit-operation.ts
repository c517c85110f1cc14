import { refuseDeniedRight } from '../../../access/denied-right.js';
import type { DocumentAccess } from '../../../access/document-access.js';
import { notFound } from '../../../documents/not-found.js';
import type { DocumentOperations } from '../../../documents/operation.js';
import type { OperationContext } from '../../../documents/operation-context.js';
import { isDocumentId } from '../../../util/ids.js';
import { hasData, type ManyOperation, reachesTrash, rightsFor } from './many-operation.js';

/** One write of a bulk request, before it is done. */
export interface RequestedOperation {
  readonly documents: DocumentOperations;
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
  admitted: ManyOperation,
  { documents, context, access, isFirst }: RequestedOperation,
): Promise<void> {
  const { op, target, id, data, ifMatch, isDraft, hasReferences } = admitted;
  const { descriptor } = target;
  if (access !== null) {
    refuseDeniedRight(access, { descriptor, rights: rightsFor(admitted) });
    // Whether an upsert creates or changes a document is known in the transaction, which decides on it.
    if (op === 'upsert') return;
    if (!reachesTrash(admitted)) {
      const write = {
        operation: op === 'create' || op === 'delete' ? op : ('update' as const),
        id,
        data: hasData(op) && data !== null ? async () => data : null,
        isDraft,
        expectsRevision: ifMatch !== null,
        // It would cost a read of each document.
        refusesFields: false,
        // Callbacks get the ids of the documents that are referred to, which do not exist yet.
        isLater: !isFirst || hasReferences === true,
      };
      await documents.admit(write, context);
    }
  }
  // A text that is not an id matches no document, and never reaches the database.
  if (id !== null && descriptor.kind === 'collection' && !isDocumentId(id)) {
    throw notFound(descriptor.slug, id);
  }
}
