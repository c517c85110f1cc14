import type { DocumentAccess } from '../../access/document-access.js';
import type { CollectionDescriptor, ContractDescriptor } from '../../codegen/descriptors.js';
import { mayRead } from '../../documents/read/read-rights.js';
import { collectionPermissions } from './requester-rights.js';

/** The collections of which a list would be allowed. */
export async function readableCollections(
  { collections }: Pick<ContractDescriptor, 'collections'>,
  access: DocumentAccess | null,
): Promise<readonly CollectionDescriptor[]> {
  const found: CollectionDescriptor[] = [];
  for (const collection of collections) {
    if (access !== null && collectionPermissions(access, collection).read === false) continue;
    if (await mayRead(access, collection)) found.push(collection);
  }
  return found;
}
