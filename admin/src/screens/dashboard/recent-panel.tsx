import type { ReactNode } from 'react';
import type { AdminRecent, OverviewLists } from '../../../../runtime/codegen/admin-overview.js';
import { useTexts } from '../../i18n/language.js';
import { ChangeLines } from './change-lines.js';
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
      <ChangeLines changes={recent ?? []} scheduled={scheduled} />
    </Panel>
  );
}
