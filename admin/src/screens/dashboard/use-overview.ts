import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { AdminMeta } from '../../../../runtime/codegen/admin-meta.js';
import type { AdminOverview } from '../../../../runtime/codegen/admin-overview.js';
import type { Api } from '../../api/api.js';
import { useApi } from '../../api/api-context.js';
import { useMeta } from '../../api/meta-context.js';
import { scheduledQuery } from '../../api/scheduled.js';
import { readStored } from '../../browser/stored.js';

/** What the start screen shows, each part with its code: null where there is nothing of it. */
export interface Overview {
  readonly overview: AdminOverview;
  /** While the service is new. */
  readonly FirstSteps: ComponentType<{ readonly overview: AdminOverview }> | null;
  /** Where the config has widgets. */
  readonly CountWidgets: ComponentType | null;
  /** Where something is scheduled. */
  readonly ScheduledMonth: ComponentType | null;
}

/** Whether the first steps are shown, unless they turn out to be done. */
export function mayShowFirstSteps({ auth }: AdminMeta): boolean {
  return (auth === null || auth.can.manageUsers) && readStored('first-steps') === null;
}

/**
 * Reads all that the start screen shows, and the code of it, so that it appears as a whole: a part that came
 * later would move the others away under the pointer.
 */
export function useOverview() {
  const api = useApi();
  const queries = useQueryClient();
  const meta = useMeta();
  return useQuery({
    queryKey: ['overview'],
    queryFn: async ({ signal }): Promise<Overview> => {
      const [overview, firstSteps, widgets] = await Promise.all([
        api.call<AdminOverview>('GET', 'admin/overview', undefined, { signal }),
        mayShowFirstSteps(meta) ? loadFirstSteps(api, queries, meta) : null,
        (meta.overview ?? []).length > 0 ? loadWidgets(api, queries, meta) : null,
      ]);
      const month = overview.scheduled.length > 0 ? await loadMonth(api, queries) : null;
      return { overview, FirstSteps: firstSteps, CountWidgets: widgets, ScheduledMonth: month };
    },
  });
}

async function loadFirstSteps(
  api: Api,
  queries: QueryClient,
  meta: AdminMeta,
): Promise<Overview['FirstSteps']> {
  const { FirstSteps, anyKeyQuery } = await import('./first-steps/first-steps.js');
  if (meta.auth?.can.manageApiKeys === true) await queries.prefetchQuery(anyKeyQuery(api));
  return FirstSteps;
}

async function loadWidgets(
  api: Api,
  queries: QueryClient,
  { overview = [], collections }: AdminMeta,
): Promise<ComponentType> {
  const { CountWidgets, widgetQuery } = await import('./widgets/count-widget.js');
  await Promise.all(
    overview.map(async (widget) => {
      const meta = collections.find(({ slug }) => slug === widget.collection);
      if (meta !== undefined) await queries.prefetchQuery(widgetQuery(api, widget, meta));
    }),
  );
  return CountWidgets;
}

async function loadMonth(api: Api, queries: QueryClient): Promise<ComponentType> {
  const [{ ScheduledMonth }] = await Promise.all([
    import('./month/scheduled-month.js'),
    queries.prefetchQuery(scheduledQuery(api, null)),
  ]);
  return ScheduledMonth;
}
