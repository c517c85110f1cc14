import { queryOptions } from '@tanstack/react-query';
import type { AdminScheduled } from '../../../runtime/codegen/admin-overview.js';
import type { Api } from './api.js';

/** Reads what happens to these documents of a collection by itself, or to all documents. */
export function scheduledQuery(
  api: Api,
  only: { readonly slug: string; readonly ids: readonly string[] } | null,
) {
  const search =
    only === null ? '' : `?${new URLSearchParams({ collection: only.slug, ids: only.ids.join(',') })}`;
  return queryOptions({
    // With the collection, so that a write there has it read again.
    queryKey: only === null ? ['scheduled'] : ['collection', only.slug, 'scheduled', only.ids],
    queryFn: async ({ signal }) => {
      const { scheduled } = await api.call<AdminScheduled>('GET', `admin/scheduled${search}`, undefined, {
        signal,
      });
      return scheduled;
    },
    enabled: only === null || only.ids.length > 0,
  });
}

/** When a document is published and unpublished by itself. */
export interface Planned {
  readonly publishAt: string | null;
  readonly unpublishAt: string | null;
}

/** Returns the plan of one document among all steps; undefined where nothing is planned. */
export function plannedFor(
  steps: AdminScheduled['scheduled'],
  slug: string,
  id: string,
): Planned | undefined {
  const own = steps.filter((step) => step.slug === slug && step.id === id);
  const at = (action: 'publish' | 'unpublish'): string | null =>
    own.find((step) => step.action === action)?.at ?? null;
  return own.length === 0 ? undefined : { publishAt: at('publish'), unpublishAt: at('unpublish') };
}
