import { keepPreviousData, useQueries } from '@tanstack/react-query';
import type { AdminCollectionMeta } from '../../../runtime/codegen/admin-meta.js';
import { useApi } from '../api/api-context.js';
import { titleOf } from './listed-value.js';

/** Documents of one collection whose titles are asked for. */
interface TitledDocuments {
  readonly meta: AdminCollectionMeta;
  readonly ids: readonly string[];
}

/**
 * Reads the titles of documents.
 *
 * @returns a function that returns the title of a document; undefined where it has none, or is deleted.
 */
export function useTitles(
  wanted: readonly TitledDocuments[],
): (slug: string, id: string) => string | undefined {
  const api = useApi();
  const asked = wanted.filter(
    ({ meta, ids }) => ids.length > 0 && meta.can.read !== false && meta.useAsTitle !== 'id',
  );
  const found = useQueries({
    queries: asked.map(({ meta, ids: all }) => {
      const ids = [...new Set(all)].toSorted();
      const query = { where: { id: { in: ids } }, select: meta.useAsTitle, limit: ids.length } as const;
      return {
        // With the collection, so that a write there has them read again.
        queryKey: ['collection', meta.slug, 'titles', ids],
        placeholderData: keepPreviousData<ReadonlyMap<string, string>>,
        queryFn: async ({
          signal,
        }: {
          readonly signal: AbortSignal;
        }): Promise<ReadonlyMap<string, string>> => {
          const { docs } = await api.collection(meta).find({ ...query, count: 'none' }, { signal });
          return new Map(docs.map((each) => [each.id, titleOf(each, meta.useAsTitle)]));
        },
      };
    }),
  });
  const titles = new Map(asked.map(({ meta }, index) => [meta.slug, found[index]?.data]));
  return (slug, id) => titles.get(slug)?.get(id) || undefined;
}
