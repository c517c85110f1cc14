import type { ReactNode } from 'react';
import type { AdminRecent, OverviewLists } from '../../../../runtime/codegen/admin-overview.js';
import { DateTime } from '../../ui/date-time.js';
import { ScheduledBadge } from '../../ui/scheduled-badge.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { DocumentLine } from './document-line.js';

interface ChangeLinesProps {
  readonly changes: readonly AdminRecent[];
  readonly scheduled: OverviewLists['scheduled'];
}

/** Changed documents, with the status that lists and headings show. */
export function ChangeLines({ changes, scheduled }: ChangeLinesProps): ReactNode {
  return changes.map((change) => (
    <DocumentLine
      key={`${change.slug} ${change.id}`}
      document={change}
      mark={<ChangeStatus change={change} scheduled={scheduled} />}
    >
      <DateTime value={change.updatedAt} style="relative" />
    </DocumentLine>
  ));
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
