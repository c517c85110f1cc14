import type { ReactNode } from 'react';
import { useMeta } from '../../api/meta-context.js';
import { Page } from '../../app/page.js';
import { useTexts } from '../../i18n/language.js';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.js';
import { uiTexts } from '../../ui/texts.js';
import { CollectionTiles, useShownCollections } from './collection-tiles.js';
import { DraftsPanel } from './drafts-panel.js';
import { MinePanel } from './mine-panel.js';
import { OwnOverview } from './own-overview.js';
import { RecentPanel } from './recent-panel.js';
import { ScheduledPanel } from './scheduled-panel.js';
import { dashboardTexts } from './texts.js';
import { mayShowFirstSteps, type Overview, useOverview } from './use-overview.js';
import './dashboard.css';

/** The start screen: the user's own work, then collections, scheduled steps and recent changes. */
export function DashboardScreen(): ReactNode {
  const t = useTexts(dashboardTexts);
  const shown = useShownCollections();
  const { data, error, refetch } = useOverview();
  return (
    <Page title={t.title}>
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : shown.length === 0 ? (
        <EmptyState icon="lock" title={t.welcome} text={t.welcomeText} />
      ) : data === undefined ? (
        <LoadingOverview tiles={shown.length} />
      ) : (
        <LoadedOverview {...data} />
      )}
    </Page>
  );
}

function LoadedOverview({ overview, FirstSteps, CountWidgets, ScheduledMonth }: Overview): ReactNode {
  const shown = useShownCollections();
  const { auth } = useMeta();
  const hasDrafts = shown.some(({ drafts, readDrafts }) => drafts && readDrafts);
  return (
    <>
      {FirstSteps !== null && <FirstSteps overview={overview} />}
      {(auth !== null || hasDrafts) && (
        <div className="dashboard-work">
          {auth !== null && <MinePanel overview={overview} />}
          {hasDrafts && <DraftsPanel overview={overview} />}
        </div>
      )}
      <CollectionTiles collections={shown} overview={overview} />
      {CountWidgets !== null && <CountWidgets />}
      <OwnOverview />
      {ScheduledMonth !== null && <ScheduledMonth />}
      <div className="dashboard-columns">
        <div className="dashboard-column">
          <RecentPanel recent={overview.recent} scheduled={overview.scheduled} />
        </div>
        {hasDrafts && (
          <div className="dashboard-column">
            <ScheduledPanel scheduled={overview.scheduled} />
          </div>
        )}
      </div>
    </>
  );
}

/** In the shape of what comes. */
function LoadingOverview({ tiles }: { readonly tiles: number }): ReactNode {
  const t = useTexts(uiTexts);
  const meta = useMeta();
  return (
    <>
      <p className="visually-hidden" role="status">
        {t.loading}
      </p>
      {mayShowFirstSteps(meta) && <Skeleton height="6.5rem" />}
      <Skeleton height="16rem" />
      <div className="tiles" aria-hidden="true">
        {Array.from({ length: tiles }, (_tile, tile) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key and never move.
          <Skeleton key={tile} height="5.25rem" />
        ))}
      </div>
    </>
  );
}
