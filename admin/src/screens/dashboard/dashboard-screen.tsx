import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import type { AdminOverview } from '../../../../runtime/codegen/admin-overview.js';
import { useApi } from '../../api/api-context.js';
import { useMeta } from '../../api/meta-context.js';
import { Page } from '../../app/page.js';
import { readStored } from '../../browser/stored.js';
import { useTexts } from '../../i18n/language.js';
import { EmptyState, ErrorState } from '../../ui/states.js';
import { CollectionTiles, useShownCollections } from './collection-tiles.js';
import { DraftsPanel } from './drafts-panel.js';
import { MinePanel } from './mine-panel.js';
import { RecentPanel } from './recent-panel.js';
import { ScheduledPanel } from './scheduled-panel.js';
import { dashboardTexts } from './texts.js';
import './dashboard.css';

/** Loaded where the config has widgets. */
const CountWidgets = lazy(async () => ({
  default: (await import('./widgets/count-widget.js')).CountWidgets,
}));

/** Loaded while the service is new. */
const FirstSteps = lazy(async () => ({
  default: (await import('./first-steps/first-steps.js')).FirstSteps,
}));
/** Loaded where something is scheduled. */
const ScheduledMonth = lazy(async () => ({
  default: (await import('./month/scheduled-month.js')).ScheduledMonth,
}));

/** The start screen: collections, drafts, scheduled steps and recent changes. */
export function DashboardScreen(): ReactNode {
  const t = useTexts(dashboardTexts);
  const api = useApi();
  const shown = useShownCollections();
  const { overview = [], auth } = useMeta();
  const hasUsers = auth !== null;
  const isFirst = (auth === null || auth.can.manageUsers) && readStored('first-steps') === null;
  const { data, error, refetch } = useQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) => api.call<AdminOverview>('GET', 'admin/overview', undefined, { signal }),
  });
  const hasDrafts = shown.some(({ drafts, readDrafts }) => drafts && readDrafts);
  return (
    <Page title={t.title}>
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : shown.length === 0 ? (
        <EmptyState icon="lock" title={t.welcome} text={t.welcomeText} />
      ) : (
        <>
          {data !== undefined && isFirst && (
            <Suspense>
              <FirstSteps overview={data} />
            </Suspense>
          )}
          <CollectionTiles collections={shown} overview={data} />
          {overview.length > 0 && (
            <Suspense>
              <CountWidgets />
            </Suspense>
          )}
          {data !== undefined && data.scheduled.length > 0 && (
            <Suspense>
              <ScheduledMonth />
            </Suspense>
          )}
          <div className="dashboard-columns">
            <div className="dashboard-column">
              {hasUsers && <MinePanel overview={data} />}
              {hasDrafts && <DraftsPanel overview={data} />}
              <RecentPanel recent={data?.recent} scheduled={data?.scheduled} />
            </div>
            {hasDrafts && (
              <div className="dashboard-column">
                <ScheduledPanel scheduled={data?.scheduled} />
              </div>
            )}
          </div>
        </>
      )}
    </Page>
  );
}
