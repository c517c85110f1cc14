import type { DocumentAccess } from '../../access/document-access.js';
import type {
  CollectionDescriptor,
  ContractDescriptor,
  DocumentDescriptor,
} from '../../codegen/descriptors.js';
import { collectionPermissions } from './requester-rights.js';

/** The collections of which a list would be allowed. */
export async function readableCollections(
  { collections }: Pick<ContractDescriptor, 'collections'>,
  access: DocumentAccess | null,
): Promise<readonly CollectionDescriptor[]> {
  const found: CollectionDescriptor[] = [];
  for (const collection of collections) {
    if (access !== null && collectionPermissions(access, collection).read === false) continue;
    if (await mayReadSome(access, collection)) found.push(collection);
  }
  return found;
}

/** Whether a list of these documents would be allowed; also if a constraint leaves it empty. */
export async function mayReadSome(
  access: DocumentAccess | null,
  document: DocumentDescriptor,
): Promise<boolean> {
  if (access === null) return true;
  const { allowed } = await access.read(document);
  return allowed;
}
