import type { ReactNode } from 'react';
import type { AdminRecent, OverviewLists } from '../../../../runtime/codegen/admin-overview.js';
import { useTexts } from '../../i18n/language.js';
import { ChangeLines } from './change-lines.js';
import { Panel } from './panel.js';
import { dashboardTexts } from './texts.js';

interface RecentPanelProps {
  readonly recent: readonly AdminRecent[];
  readonly scheduled: OverviewLists['scheduled'];
}

export function RecentPanel({ recent, scheduled }: RecentPanelProps): ReactNode {
  const t = useTexts(dashboardTexts);
  return (
    <Panel title={t.recent} items={recent} empty={t.noRecent}>
      <ChangeLines changes={recent} scheduled={scheduled} />
    </Panel>
  );
}
