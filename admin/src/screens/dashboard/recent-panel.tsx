import type { ReactNode } from 'react';
import type { AdminChange } from '../../../../runtime/codegen/admin-meta.js';
import { useTexts } from '../../i18n/language.js';
import { Badge } from '../../ui/badge.js';
import { DateTime } from '../../ui/date-time.js';
import { DocumentLine } from './document-line.js';
import { Panel } from './panel.js';
import { dashboardTexts } from './texts.js';

export function RecentPanel({ recent }: { readonly recent: readonly AdminChange[] | undefined }): ReactNode {
  const t = useTexts(dashboardTexts);
  return (
    <Panel title={t.recent} items={recent} empty={t.noRecent} lines={6}>
      {recent?.map((change) => (
        <DocumentLine
          key={`${change.slug} ${change.id}`}
          document={change}
          mark={change.status === 'draft' && <Badge kind="warning">{t.draft}</Badge>}
        >
          <DateTime value={change.updatedAt} style="relative" />
        </DocumentLine>
      ))}
    </Panel>
  );
}
