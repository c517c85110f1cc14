import { staysBehind } from './plan-extension.js';
import type { LosslessChange } from './planned-change.js';

/**
 * The collections, globals and fields that changes leave behind in the database, named as losses are: `tags`,
 * `posts.subtitle`.
 */
export function partsLeftBy(changes: readonly LosslessChange[]): readonly string[] {
  return changes.flatMap((change): readonly string[] => {
    if (change.kind === 'leave table') {
      const { kind, pending, owner } = change.table;
      return kind === 'documents' && pending !== true ? [owner] : [];
    }
    // Pending drafts change with the published documents.
    if (change.kind !== 'extend table' || change.after.pending === true) return [];
    return change.left.filter(staysBehind).map(({ field }) => `${change.after.owner}.${field.path}`);
  });
}
