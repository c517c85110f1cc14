import type { DocumentAccess } from '../../access/document-access.js';
import { ServiceError } from '../../errors/service-error.js';
import type { ReadShape } from '../../query/plan.js';

/** Contract, section 6: drafts are for those who are known to the service. */
export function refuseDrafts({ draft }: ReadShape, access: DocumentAccess | null): void {
  if (draft !== true || access === null || access.requester.kind !== 'anonymous') return;
  throw new ServiceError('FORBIDDEN', 'You may not read drafts without logging in: leave "draft" out.');
}
