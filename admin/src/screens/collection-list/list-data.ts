import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { AdminCollectionMeta } from '../../../../runtime/codegen/admin-meta.js';
import type { Api } from '../../api/api.js';
import { useApi } from '../../api/api-context.js';
import type { FindQuery, Page, Where } from '../../api/documents.js';

export interface ListRequest {
  readonly where: Where | undefined;
  /** Words; undefined where nothing is searched, or by a filter. */
  readonly search: string | undefined;
  /** Undefined: by relevance. */
  readonly sort: string | undefined;
  readonly select: string;
  readonly page: number;
  readonly limit: number;
  readonly unused: true | undefined;
}

/**
 * Reads one page of a list, without a count. Paging forward uses the cursor of the preceding page, which
 * costs the same at any depth. A page that is opened directly is read by its number.
 */
export function useListPage(meta: AdminCollectionMeta, request: ListRequest) {
  const api = useApi();
  const { page, ...list } = request;
  const key = JSON.stringify([meta.slug, list]);
  const cursors = useRef<{ key: string; byPage: Map<number, string> }>({ key, byPage: new Map() });
  if (cursors.current.key !== key) cursors.current = { key, byPage: new Map() };
  const { byPage } = cursors.current;
  return useQuery({
    queryKey: ['collection', meta.slug, 'page', request],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Page> => {
      const cursor = page === 1 ? '' : byPage.get(page);
      const place: FindQuery = cursor === undefined ? { page } : { cursor };
      const found = await api
        .collection(meta)
        .find(
          { ...list, ...place, depth: 1, count: 'none', ...(list.search !== undefined && highlighted) },
          { signal },
        );
      if (found.nextCursor) byPage.set(page + 1, found.nextCursor);
      return found;
    },
  });
}

const highlighted = { highlight: true } as const;

/** Above this number the database's estimate is good enough, since an exact count would take long. */
const exactUpTo = 20_000;

export interface ListCount {
  readonly count: number;
  readonly isExact: boolean;
}

/** Counts the documents that match a filter, in a separate request, so that the page does not wait for it. */
export function countQuery(
  api: Api,
  meta: AdminCollectionMeta,
  { where, search, unused }: Pick<ListRequest, 'where' | 'search' | 'unused'>,
) {
  return queryOptions({
    queryKey: ['collection', meta.slug, 'count', where ?? null, search ?? '', unused ?? false],
    queryFn: async ({ signal }): Promise<ListCount> => {
      const collection = api.collection(meta);
      if (where === undefined && search === undefined && unused === undefined) {
        const { totalDocs } = await collection.find({ limit: 0, count: 'estimated' }, { signal });
        if (totalDocs > exactUpTo) return { count: totalDocs, isExact: false };
      }
      const { totalDocs } = await collection.find(
        { where, search, unused, limit: 0, count: 'exact' },
        { signal },
      );
      return { count: totalDocs, isExact: true };
    },
  });
}
