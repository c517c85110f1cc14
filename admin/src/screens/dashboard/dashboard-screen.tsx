import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AdminOverview } from '../../../../runtime/codegen/admin-meta.js';
import { useApi } from '../../api/api-context.js';
import { Page } from '../../app/page.js';
import { useTexts } from '../../i18n/language.js';
import { EmptyState, ErrorState } from '../../ui/states.js';
import { CollectionTiles, useShownCollections } from './collection-tiles.js';
import { DraftsPanel } from './drafts-panel.js';
import { RecentPanel } from './recent-panel.js';
import { ScheduledPanel } from './scheduled-panel.js';
import { dashboardTexts } from './texts.js';
import './dashboard.css';

/** The start screen: collections, drafts, scheduled steps and recent changes. */
export function DashboardScreen(): ReactNode {
  const t = useTexts(dashboardTexts);
  const api = useApi();
  const shown = useShownCollections();
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
          <CollectionTiles collections={shown} overview={data} />
          <div className="dashboard-columns">
            <div className="dashboard-column">
              {hasDrafts && <DraftsPanel drafts={data?.drafts} collections={data?.collections ?? []} />}
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
