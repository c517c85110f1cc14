import type { DocumentAccess } from '../../access/document-access.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { ReadShape } from '../../query/plan.js';

/** docs/spec/contract.md#views: drafts are only for requesters that are not anonymous. */
export function refuseDrafts({ draft }: Pick<ReadShape, 'draft'>, access: DocumentAccess | null): void {
  if (draft !== true || access === null || access.requester.kind !== 'anonymous') return;
  throw new ServiceError('FORBIDDEN', reason('access.draftsDenied'));
}

/** The same before anything else in a query string is checked (docs/spec/contract.md#order-of-refusals). */
export function refuseDraftsIn(search: string, access: DocumentAccess | null): void {
  if (!search.includes('draft')) return;
  refuseDrafts({ draft: new URLSearchParams(search).getAll('draft').includes('true') }, access);
}
