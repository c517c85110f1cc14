import type { ReactNode } from 'react';
import type { AdminRecent } from '../../../../runtime/codegen/admin-meta.js';
import { useTexts } from '../../i18n/language.js';
import { DateTime } from '../../ui/date-time.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { DocumentLine } from './document-line.js';
import { Panel } from './panel.js';
import { dashboardTexts } from './texts.js';

export function RecentPanel({ recent }: { readonly recent: readonly AdminRecent[] | undefined }): ReactNode {
  const t = useTexts(dashboardTexts);
  return (
    <Panel title={t.recent} items={recent} empty={t.noRecent} lines={6}>
      {recent?.map((change) => (
        <DocumentLine
          key={`${change.slug} ${change.id}`}
          document={change}
          mark={<ChangeStatus change={change} />}
        >
          <DateTime value={change.updatedAt} style="relative" />
        </DocumentLine>
      ))}
    </Panel>
  );
}

/** The status badge, as in lists and headings; renders nothing for collections without drafts. */
function ChangeStatus({ change }: { readonly change: AdminRecent }): ReactNode {
  const { status, pending, scheduled } = change;
  if (status === undefined) return null;
  return (
    <>
      <StatusBadge status={pending ? 'changed' : status} />
      {scheduled && <StatusBadge status="scheduled" />}
    </>
  );
}
