import { queryOptions } from '@tanstack/react-query';
import type { SavedView } from '../../../../../templates/sdk/views.js';
import type { Api } from '../../../api/api.js';

export type { SavedView } from '../../../../../templates/sdk/views.js';

export function viewsKeyOf(slug: string): readonly string[] {
  return ['views', slug];
}

/** The service's limit of a page may be lower than the number of views. */
const pageSize = 25;
const maxPages = 8;

/** The user's own views of a collection by name, then those that others share. */
export function viewsQuery(api: Api, slug: string, isEnabled: boolean) {
  return queryOptions({
    queryKey: viewsKeyOf(slug),
    enabled: isEnabled,
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<readonly SavedView[]> => {
      const views: SavedView[] = [];
      for (let page = 1; page <= maxPages; page++) {
        const asked = new URLSearchParams({ slug, page: `${page}`, limit: `${pageSize}` });
        const found = await api.call<{ docs: SavedView[]; hasNextPage: boolean }>(
          'GET',
          `svc/views?${asked}`,
          undefined,
          { signal },
        );
        views.push(...found.docs);
        if (!found.hasNextPage) break;
      }
      return views.toSorted(byOwnerAndName);
    },
  });
}

function byOwnerAndName(a: SavedView, b: SavedView): number {
  if (a.isOwn !== b.isOwn) return a.isOwn ? -1 : 1;
  return a.name.localeCompare(b.name);
}
