import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { useApi } from '../../../api/api-context.js';
import { type ListOrigin, readOrigin } from '../../../documents/list-origin.js';

/** A document beside the open one, and the page of the list that it is on. */
export interface Neighbour {
  readonly id: string;
  readonly origin: ListOrigin;
}

export interface Neighbours {
  /** Undefined while it is looked up, null where there is none. */
  readonly previous: Neighbour | null | undefined;
  readonly next: Neighbour | null | undefined;
}

/**
 * The documents before and after this one in the list that it was opened from, across its pages; null where
 * it was opened in another way.
 */
export function useNeighbours(meta: AdminCollectionMeta, id: string): Neighbours | null {
  const [origin] = useState(() => readOrigin(meta.slug));
  const at = origin?.ids.indexOf(id) ?? -1;
  const before = usePage(meta, at === 0 && origin !== null && origin.page > 1 ? origin : null, -1);
  const after = usePage(
    meta,
    origin !== null && at === origin.ids.length - 1 && origin.hasNext ? origin : null,
    1,
  );
  if (origin === null || at === -1) return null;
  const within = (index: number): Neighbour | null => {
    const found = origin.ids[index];
    return found === undefined ? null : { id: found, origin };
  };
  return {
    previous: at === 0 && origin.page > 1 ? edgeOf(before, -1) : within(at - 1),
    next: at === origin.ids.length - 1 && origin.hasNext ? edgeOf(after, 0) : within(at + 1),
  };
}

/** Reads the page before or after that of the list; null reads nothing. */
function usePage(meta: AdminCollectionMeta, origin: ListOrigin | null, step: 1 | -1): ListOrigin | undefined {
  const api = useApi();
  const page = origin === null ? 0 : origin.page + step;
  const { data } = useQuery({
    queryKey: ['collection', meta.slug, 'neighbours', origin, page],
    enabled: origin !== null,
    queryFn: async ({ signal }): Promise<ListOrigin | null> => {
      if (origin === null) return null;
      const { where, words, sort, unused, limit } = origin;
      const list = { where, search: words, sort, unused, limit, page };
      const query = { ...list, select: 'id', depth: 0, count: 'none' } as const;
      const { docs, hasNextPage } = await api.collection(meta).find(query, { signal });
      const parameters = new URLSearchParams(origin.search);
      if (page === 1) parameters.delete('page');
      else parameters.set('page', `${page}`);
      return {
        ...origin,
        search: `${parameters}`,
        page,
        ids: docs.map((one) => one.id),
        hasNext: hasNextPage,
      };
    },
  });
  return data ?? undefined;
}

function edgeOf(origin: ListOrigin | undefined, index: 0 | -1): Neighbour | null | undefined {
  if (origin === undefined) return undefined;
  const id = origin.ids.at(index);
  return id === undefined ? null : { id, origin };
}
