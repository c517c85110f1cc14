import { nameOf } from '../../../codegen/document-name.js';
import { authorOf } from '../../../documents/versions/record-version.js';
import type { Effect } from '../../../documents/write/intent.js';
import { countsOf, type OperationOutcome } from './many-reply.js';
import type { ManyWrites } from './many-writes.js';

/** The entry of many writes in the audit log, with their counts; none where nothing is written or kept. */
export function bulkEntry(
  { request, service: { auth }, operations, dryRun }: ManyWrites,
  outcomes: readonly OperationOutcome[],
): readonly Effect[] {
  if (auth === null || dryRun) return [];
  const names = [...new Set(operations.map(({ target }) => nameOf(target.descriptor)))];
  const { changed, unchanged, failed } = countsOf(outcomes);
  const shown =
    names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
  return [
    {
      when: 'always',
      run: (connection) =>
        auth.audit.record(connection, {
          type: 'documents.bulk',
          outcome: failed === 0 ? 'success' : 'failure',
          actorId: authorOf(request.context.access),
          reason: `${shown}: ${changed} changed, ${unchanged} unchanged, ${failed} failed`,
          origin: request.origin,
        }),
    },
  ];
}
