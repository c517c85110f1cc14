import type { ReactNode } from 'react';
import type { AdminRecent, OverviewLists } from '../../../../runtime/codegen/admin-meta.js';
import { useTexts } from '../../i18n/language.js';
import { DateTime } from '../../ui/date-time.js';
import { ScheduledBadge } from '../../ui/scheduled-badge.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { DocumentLine } from './document-line.js';
import { Panel } from './panel.js';
import { dashboardTexts } from './texts.js';

interface RecentPanelProps {
  /** Undefined while loading. */
  readonly recent: readonly AdminRecent[] | undefined;
  readonly scheduled: OverviewLists['scheduled'] | undefined;
}

export function RecentPanel({ recent, scheduled = [] }: RecentPanelProps): ReactNode {
  const t = useTexts(dashboardTexts);
  return (
    <Panel title={t.recent} items={recent} empty={t.noRecent} lines={6}>
      {recent?.map((change) => (
        <DocumentLine
          key={`${change.slug} ${change.id}`}
          document={change}
          mark={<ChangeStatus change={change} scheduled={scheduled} />}
        >
          <DateTime value={change.updatedAt} style="relative" />
        </DocumentLine>
      ))}
    </Panel>
  );
}

interface ChangeStatusProps {
  readonly change: AdminRecent;
  readonly scheduled: OverviewLists['scheduled'];
}

/** The status badges, as in lists and headings; renders nothing for collections without drafts. */
function ChangeStatus({ change, scheduled }: ChangeStatusProps): ReactNode {
  const { slug, id, status, pending } = change;
  if (status === undefined) return null;
  const at = (action: 'publish' | 'unpublish'): string | null =>
    scheduled.find((step) => step.slug === slug && step.id === id && step.action === action)?.at ?? null;
  return (
    <>
      <StatusBadge status={pending ? 'changed' : status} />
      <ScheduledBadge publishAt={at('publish')} unpublishAt={at('unpublish')} />
    </>
  );
}
