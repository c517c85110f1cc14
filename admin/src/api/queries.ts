import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AdminCollectionMeta } from '../../../runtime/codegen/admin-meta.js';
import type { Api } from './api.js';
import type { FindQuery, ReadQuery } from './documents.js';

/**
 * Query keys: `['collection', slug, ...]` and `['global', slug, ...]`, so that one call invalidates
 * everything that a write may have changed. Keys of other screens begin with another word.
 */
export const metaKey = ['meta'] as const;

/** What the service has, and what the requester may do there. */
export function metaQuery(api: Api) {
  return queryOptions({ queryKey: metaKey, queryFn: () => api.meta(), staleTime: 60_000 });
}

export function listQuery(api: Api, meta: AdminCollectionMeta, query: FindQuery) {
  return queryOptions({
    queryKey: ['collection', meta.slug, 'list', query],
    queryFn: ({ signal }) => api.collection(meta).find(query, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function documentQuery(api: Api, meta: AdminCollectionMeta, id: string, query: ReadQuery = {}) {
  return queryOptions({
    queryKey: ['collection', meta.slug, 'document', id, query],
    queryFn: ({ signal }) => api.collection(meta).findById(id, query, { signal }),
  });
}

/**
 * Call after a write: lists, documents, versions and overviews of the collection are fetched again where they
 * are shown.
 */
export async function forgetCollection(client: QueryClient, slug: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['collection', slug] }),
    client.invalidateQueries({ queryKey: ['overview'] }),
    client.invalidateQueries({ queryKey: ['scheduled'] }),
  ]);
}

export async function forgetGlobal(client: QueryClient, slug: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['global', slug] }),
    client.invalidateQueries({ queryKey: ['scheduled'] }),
  ]);
}
