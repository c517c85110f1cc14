import { nameOf } from '../../../codegen/document-name.js';
import type { JoinedWrites } from '../../../documents/operation.js';
import { authorOf } from '../../../documents/versions/record-version.js';
import { countsOf, type OperationOutcome } from './many-reply.js';
import type { ManyWrites } from './many-writes.js';

/**
 * Records counts in the audit log, in the transaction of the writes; null where nothing is written or kept.
 */
export function recordOf({
  request,
  service: { auth },
  operations,
  dryRun,
}: ManyWrites): NonNullable<JoinedWrites<readonly OperationOutcome[]>['record']> | null {
  if (auth === null || dryRun) return null;
  const names = [...new Set(operations.map(({ target }) => nameOf(target.descriptor)))];
  return async (connection, outcomes) => {
    const { changed, unchanged, failed } = countsOf(outcomes);
    const shown =
      names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
    await auth.audit.record(connection, {
      type: 'documents.bulk',
      outcome: failed === 0 ? 'success' : 'failure',
      actorId: authorOf(request.context.access),
      reason: `${shown}: ${changed} changed, ${unchanged} unchanged, ${failed} failed`,
      origin: request.origin,
    });
  };
}
