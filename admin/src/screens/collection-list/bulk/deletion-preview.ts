import { useQuery } from '@tanstack/react-query';
import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import type { AdminDeletions } from '../../../../../runtime/codegen/admin-replies.js';
import { segment } from '../../../../../templates/sdk/methods.js';
import type { Api } from '../../../api/api.js';
import { useApi } from '../../../api/api-context.js';
import type { FoundItems } from './bulk-items.js';
import type { BulkItem } from './bulk-run.js';

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
  readonly preview: DeletionPreview | undefined;
  readonly error: unknown;
}

/** Max ids that one request accepts. */
const maxInOneRequest = 1000;

/** Reads the effects of deleting documents. */
export function useDeletionPreview(
  meta: AdminCollectionMeta,
  { items, readAt }: FoundItems,
  isWanted: boolean,
): Previewed {
  const api = useApi();
  const effects = useQuery({
    queryKey: ['deletion', meta.slug, readAt],
    queryFn: ({ signal }) => effectsOf(api, meta, items ?? [], signal),
    enabled: isWanted && items !== undefined && items.length > 0,
    // Never cached: the user confirms the current state, which must not change while it is shown.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return { preview: effects.data, error: effects.error };
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
