import { useMeta } from '../../api/meta-context.js';
import { useRoleLabel } from '../../app/use-role-label.js';
import { useTexts } from '../../i18n/language.js';
import type { AuditEntry } from './audit-query.js';
import { type EventDetail, eventDetail } from './event-detail.js';
import { auditLogTexts } from './texts.js';

/** Returns a function that describes an event in the language of the page, with the labels of the config. */
export function useEventDetail(): (entry: AuditEntry) => EventDetail | null {
  const t = useTexts(auditLogTexts);
  const { collections, globals } = useMeta();
  const roleLabel = useRoleLabel();
  const labelOf = (slug: string): string =>
    collections.find((one) => one.slug === slug)?.labels.plural ??
    globals.find((one) => one.slug === slug)?.label ??
    slug;
  return (entry) => eventDetail(entry, { t, roleLabel, labelOf });
}
