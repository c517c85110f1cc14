import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import type { Api } from '../../../api/api.js';
import { useApi } from '../../../api/api-context.js';
import { useMeta } from '../../../api/meta-context.js';
import { titleOf } from '../../../documents/listed-value.js';
import type { ListField } from '../columns.js';

/**
 * Reads the titles of documents that a filter refers to.
 *
 * @param keys - values of the field, as JSON.
 */
export function useReferenceLabels(
  { path, to = [] }: ListField,
  keys: readonly string[],
): ReadonlyMap<string, string> {
  const api = useApi();
  const { collections } = useMeta();
  const { data } = useQuery({
    queryKey: ['combobox', 'labels', path, to, keys],
    enabled: keys.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const named = keys.map(async (key) => {
        const { collection, id } = referenceOf(JSON.parse(key), to[0] ?? '');
        const target = collections.find(({ slug }) => slug === collection);
        return [key, target ? await titleIn(api, target, { id, signal }) : id] as const;
      });
      return new Map(await Promise.all(named));
    },
  });
  return data ?? none;
}

const none: ReadonlyMap<string, string> = new Map();

function referenceOf(value: unknown, only: string): { readonly collection: string; readonly id: string } {
  if (typeof value !== 'object' || value === null) return { collection: only, id: String(value) };
  const { collection, id } = value as { readonly collection?: unknown; readonly id?: unknown };
  return { collection: String(collection), id: String(id) };
}

/** Returns the title of a document, or its id where it is deleted or not readable for the requester. */
async function titleIn(
  api: Api,
  target: AdminCollectionMeta,
  { id, signal }: { readonly id: string; readonly signal: AbortSignal },
): Promise<string> {
  const query = { where: { id: { equals: id } }, limit: 1, count: 'none' } as const;
  const { docs } = await api.collection(target).find(query, { signal });
  return (docs[0] && titleOf(docs[0], target.useAsTitle)) || id;
}
