import type { DocumentAccess } from '../../access/document-access.js';
import { isUnseenDraft } from '../../access/unseen-draft.js';
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { notFound } from '../../documents/not-found.js';
import type { OperationContext } from '../../documents/operation-context.js';
import type { JsonObject } from '../../util/json.js';
import type { Service } from '../api.js';
import { collectionOf } from '../handlers/addressed-document.js';

/**
 * Returns the stored document, if a read would show it. A requester who may update or delete drafts without
 * seeing them learns of none here (docs/spec/contract.md#draft-writes).
 *
 * @throws ServiceError NOT_FOUND
 */
export async function findSeen(
  service: Service,
  descriptor: CollectionDescriptor,
  {
    id,
    access,
    context,
  }: {
    readonly id: string;
    /** Null where the service has no authentication. */
    readonly access: DocumentAccess | null;
    readonly context: OperationContext;
  },
): Promise<JsonObject> {
  const document = await collectionOf(service, descriptor).find(id, context);
  if (access !== null && isUnseenDraft(descriptor, document, access)) throw notFound(descriptor.slug, id);
  return document;
}
