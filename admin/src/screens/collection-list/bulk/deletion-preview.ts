import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminCollectionMeta, AdminDeletions } from '../../../../../runtime/codegen/admin-meta.js';
import { segment } from '../../../../../templates/sdk/methods.js';
import type { Api } from '../../../api/api.js';
import { useApi } from '../../../api/api-context.js';
import type { BulkItem, BulkTargets } from './bulk-run.js';
import { matchingItems } from './matching-items.js';

/** The effects of deleting many documents. */
export interface DeletionPreview {
  /** Documents that cannot be deleted. */
  readonly refused: readonly BulkItem[];
  /** Number of documents that are deleted too, by collection. */
  readonly deleted: ReadonlyMap<string, number>;
  /** Number of documents that lose a reference, by collection or global. */
  readonly cleared: ReadonlyMap<string, number>;
}

interface Previewed {
  /** The documents to delete; undefined while they are still being read. */
  readonly items: readonly BulkItem[] | undefined;
  /** Number of documents read so far. */
  readonly found: number;
  readonly preview: DeletionPreview | undefined;
  readonly error: unknown;
}

/** Max ids that one request accepts. */
const maxInOneRequest = 1000;

/** Never cached: the user confirms the current state, which must not change while it is shown. */
const fresh = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false } as const;

/** Reads every document that would be deleted, and the effects of deleting all of them. */
export function useDeletionPreview(
  meta: AdminCollectionMeta,
  targets: BulkTargets,
  isWanted: boolean,
): Previewed {
  const api = useApi();
  const [found, setFound] = useState(0);
  const items = useQuery({
    queryKey: ['deletion', meta.slug, 'items', targets],
    queryFn: async ({ signal }) =>
      'items' in targets
        ? targets.items
        : matchingItems(api, meta, { ...targets.matching, signal, onFound: setFound }),
    enabled: isWanted,
    ...fresh,
  });
  const { data = [] } = items;
  const effects = useQuery({
    queryKey: ['deletion', meta.slug, 'effects', items.dataUpdatedAt],
    queryFn: ({ signal }) => effectsOf(api, meta, data, signal),
    enabled: isWanted && data.length > 0,
    ...fresh,
  });
  return { items: items.data, found, preview: effects.data, error: items.error ?? effects.error };
}

async function effectsOf(
  api: Api,
  { slug }: AdminCollectionMeta,
  items: readonly BulkItem[],
  signal: AbortSignal,
): Promise<DeletionPreview> {
  const refused: BulkItem[] = [];
  const deleted = new Map<string, number>();
  const cleared = new Map<string, number>();
  for (let begin = 0; begin < items.length; begin += maxInOneRequest) {
    const some = items.slice(begin, begin + maxInOneRequest);
    const ids = some.map(({ id }) => id);
    const path = `admin/references/${segment(slug)}`;
    const effects = await api.call<AdminDeletions>('POST', path, { ids }, { signal });
    const named = new Set(effects.refused);
    refused.push(...some.filter(({ id }) => named.has(id)));
    for (const { slug, total } of effects.deleted) add(deleted, slug, total);
    for (const { slug, total } of effects.cleared) add(cleared, slug, total);
  }
  return { refused, deleted, cleared };
}

function add(totals: Map<string, number>, slug: string, more: number): void {
  totals.set(slug, (totals.get(slug) ?? 0) + more);
}
