import { useQuery } from '@tanstack/react-query';
import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import type { Api } from '../../../api/api.js';
import { useApi } from '../../../api/api-context.js';
import { outcomeIn } from './bulk-act.js';
import type { FoundItems } from './bulk-items.js';
import type { BulkFailure, BulkItem } from './bulk-run.js';
import { type BulkWork, isJoined, type JoinedWork, stepsOf } from './bulk-work.js';

/** What some work would do, as far as the service has tried it. */
export interface DryRun {
  /** Number of documents that were tried. */
  readonly tried: number;
  readonly changed: readonly BulkItem[];
  /** Number of documents that have nothing to change. */
  readonly unchanged: number;
  readonly refused: readonly BulkFailure[];
}

/** Documents that are tried: more would take long, and other writes wait meanwhile. */
export const maxTried = 1000;

/** Documents in one request: other writes are served in between. */
const inOneRequest = 200;

interface Tried {
  readonly dryRun: DryRun | undefined;
  readonly error: unknown;
}

/** Lets the service do the work and undo it. A deletion has a preview of its own. */
export function useDryRun(meta: AdminCollectionMeta, work: BulkWork, { items, readAt }: FoundItems): Tried {
  const api = useApi();
  const isTried = isDry(work);
  const query = useQuery({
    queryKey: ['dry-run', meta.slug, work, readAt],
    queryFn: ({ signal }) => tryOut(api, meta, { work: work as JoinedWork, items: items ?? [], signal }),
    enabled: isTried && items !== undefined && items.length > 0,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return { dryRun: query.data, error: query.error };
}

/** Whether work can be tried without doing it. */
export function isDry(work: BulkWork): boolean {
  return isJoined(work) && work.action !== 'delete';
}

async function tryOut(
  api: Api,
  meta: AdminCollectionMeta,
  options: {
    readonly work: JoinedWork;
    readonly items: readonly BulkItem[];
    readonly signal: AbortSignal;
  },
): Promise<DryRun> {
  const { work, items, signal } = options;
  const tried = items.slice(0, maxTried);
  const changed: BulkItem[] = [];
  const refused: BulkFailure[] = [];
  for (let begin = 0; begin < tried.length; begin += inOneRequest) {
    const some = tried.slice(begin, begin + inOneRequest);
    const steps = await stepsOf(api, meta, { work, items: some });
    const { results } = await api.collection(meta).bulk(steps, { atomic: false, dryRun: true, signal });
    results.forEach((row, index) => {
      const item = some[index] as BulkItem;
      const result = outcomeIn(meta, work, { row, item });
      if ('error' in result) refused.push({ item, error: result.error });
      else if (result.outcome === 'done') changed.push(item);
    });
  }
  return {
    ...{ tried: tried.length, changed, refused },
    unchanged: tried.length - changed.length - refused.length,
  };
}
