import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { useApi } from '../../../api/api-context.js';
import type { BulkItem, BulkTargets } from './bulk-run.js';
import { matchingItems } from './matching-items.js';

export interface FoundItems {
  /** Undefined while they are still being read. */
  readonly items: readonly BulkItem[] | undefined;
  /** Number of documents read so far. */
  readonly found: number;
  /** When they were read, which identifies them. */
  readonly readAt: number;
  readonly error: unknown;
}

/** Reads every document that is meant: what the user confirms is a list, not a filter. */
export function useBulkItems(meta: AdminCollectionMeta, targets: BulkTargets): FoundItems {
  const api = useApi();
  const [found, setFound] = useState(0);
  const { data, dataUpdatedAt, error } = useQuery({
    queryKey: ['bulk', meta.slug, targets],
    queryFn: async ({ signal }) =>
      'items' in targets
        ? targets.items
        : matchingItems(api, meta, { ...targets.matching, signal, onFound: setFound }),
    // Never cached: what is shown must not change while the user looks at it.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return { items: data, found, readAt: dataUpdatedAt, error };
}
