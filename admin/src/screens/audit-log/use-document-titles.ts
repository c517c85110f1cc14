import { useMeta } from '../../api/meta-context.js';
import { useTitles } from '../../documents/use-titles.js';
import type { AuditEntry } from './audit-query.js';
import { subjectOf } from './event-subject.js';

/**
 * Reads the titles of the documents that entries are about.
 *
 * @returns a function that returns the title of an entry's document; undefined where there is none, or it is
 * deleted.
 */
export function useDocumentTitles(entries: readonly AuditEntry[]): (entry: AuditEntry) => string | undefined {
  const { collections } = useMeta();
  const subjects = entries.flatMap((entry) => subjectOf(entry) ?? []);
  const titleOf = useTitles(
    collections.map((meta) => ({
      meta,
      ids: subjects.flatMap(({ slug, id }) => (slug === meta.slug ? [id] : [])),
    })),
  );
  return (entry) => {
    const subject = subjectOf(entry);
    return subject === null ? undefined : titleOf(subject.slug, subject.id);
  };
}
