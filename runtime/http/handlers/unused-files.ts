import { refuseDeniedRight } from '../../access/denied-right.js';
import type { DocumentAccess } from '../../access/document-access.js';
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { unusedParameter } from '../../query/parse/list-query.js';

/**
 * Lists of unused files are for requesters that may update documents of the collection, as the list of what
 * uses one is (docs/spec/uploads.md#drafts-versions-deletion).
 *
 * @throws ServiceError UNAUTHENTICATED, FORBIDDEN
 */
export function refuseUnused(
  isUnused: boolean,
  descriptor: CollectionDescriptor,
  access: DocumentAccess | null,
): void {
  if (!isUnused || descriptor.upload === undefined) return;
  refuseDeniedRight(access, { descriptor, rights: ['update'] });
}

/** The same before anything else in a query string is checked (docs/spec/contract.md#order-of-refusals). */
export function refuseUnusedIn(
  search: string,
  descriptor: CollectionDescriptor,
  access: DocumentAccess | null,
): void {
  if (!search.includes(unusedParameter)) return;
  refuseUnused(new URLSearchParams(search).has(unusedParameter), descriptor, access);
}
