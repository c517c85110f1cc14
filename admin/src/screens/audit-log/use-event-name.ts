import { useMeta } from '../../api/meta-context.js';
import { useTexts } from '../../i18n/language.js';
import type { AuditEntry } from './audit-query.js';
import { eventName } from './event-names.js';
import { subjectOf } from './event-subject.js';
import { auditLogTexts } from './texts.js';

/**
 * Returns a function that names an event in the language of the page. In a collection with trash
 * `document.deleted` is the way there: a deletion for good is `document.purged`.
 */
export function useEventName(): (entry: Pick<AuditEntry, 'type' | 'reason'>) => string {
  const t = useTexts(auditLogTexts);
  const { collections } = useMeta();
  return (entry) => {
    if (entry.type !== 'document.deleted') return eventName(entry.type, t);
    const slug = subjectOf(entry)?.slug;
    const hasTrash = collections.some((each) => each.slug === slug && each.trash !== undefined);
    return hasTrash ? t.documentTrashed : t.documentDeleted;
  };
}
