import type { DocumentAccess } from '../../access/document-access.js';
import { ServiceError } from '../../errors/service-error.js';
import type { ReadShape } from '../../query/plan.js';

/** Contract, section 6: drafts are for those who are known to the service. */
export function refuseDrafts({ draft }: Pick<ReadShape, 'draft'>, access: DocumentAccess | null): void {
  if (draft !== true || access === null || access.requester.kind !== 'anonymous') return;
  throw new ServiceError('FORBIDDEN', 'You may not read drafts without logging in: leave "draft" out.');
}

/** The same before anything else in a query string is looked at (contract, section 7: denial comes first). */
export function refuseDraftsIn(search: string, access: DocumentAccess | null): void {
  if (!search.includes('draft')) return;
  refuseDrafts({ draft: new URLSearchParams(search).getAll('draft').includes('true') }, access);
}
