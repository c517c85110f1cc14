import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { AdminCollectionMeta } from '../../../../runtime/codegen/admin-meta.js';
import type { Api } from '../../api/api.js';
import { useApi } from '../../api/api-context.js';
import type { FindQuery, Page, Where } from '../../api/documents.js';

export interface ListRequest {
  readonly where: Where | undefined;
  readonly sort: string;
  readonly select: string;
  readonly page: number;
  readonly limit: number;
}

/**
 * One page of a list, without counting. Who goes on page by page is led by the cursors of the pages before, which cost the same at any
 * depth; a page that is opened by its number alone is looked up by that.
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
        .find({ ...list, ...place, depth: 1, count: 'none' }, { signal });
      if (found.nextCursor) byPage.set(page + 1, found.nextCursor);
      return found;
    },
  });
}

/** Where counting one by one would take long, a figure of the database's is good enough. */
const exactUpTo = 20_000;

export interface ListCount {
  readonly count: number;
  readonly isExact: boolean;
}

/** How many documents a filter finds; asked beside the page, so that nobody waits for it. */
export function countQuery(api: Api, meta: AdminCollectionMeta, where: Where | undefined) {
  return queryOptions({
    queryKey: ['collection', meta.slug, 'count', where ?? null],
    queryFn: async ({ signal }): Promise<ListCount> => {
      const collection = api.collection(meta);
      if (where === undefined) {
        const { totalDocs } = await collection.find({ limit: 0, count: 'estimated' }, { signal });
        if (totalDocs > exactUpTo) return { count: totalDocs, isExact: false };
      }
      const { totalDocs } = await collection.find({ where, limit: 0, count: 'exact' }, { signal });
      return { count: totalDocs, isExact: true };
    },
  });
}
