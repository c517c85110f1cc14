import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AdminCollectionMeta } from '../../../../runtime/codegen/admin-meta.js';
import { useApi } from '../../api/api-context.js';
import { useMeta } from '../../api/meta-context.js';
import { titleOf } from '../../documents/listed-value.js';
import type { AuditEntry } from './audit-query.js';
import { subjectOf } from './event-subject.js';

/**
 * Reads the titles of the documents that entries are about.
 *
 * @returns a function that returns the title of an entry's document; undefined where there is none, or it is
 * deleted.
 */
export function useDocumentTitles(entries: readonly AuditEntry[]): (entry: AuditEntry) => string | undefined {
  const api = useApi();
  const { collections } = useMeta();
  const wanted = collections.flatMap((meta): readonly (readonly [AdminCollectionMeta, string[]])[] => {
    const ids = entries.flatMap((entry) => {
      const subject = subjectOf(entry);
      return subject?.slug === meta.slug ? [subject.id] : [];
    });
    const isReadable = meta.can.read !== false && meta.useAsTitle !== 'id';
    return ids.length === 0 || !isReadable ? [] : [[meta, [...new Set(ids)].toSorted()]];
  });
  const { data } = useQuery({
    queryKey: ['audit-log', 'titles', wanted.map(([{ slug }, ids]) => [slug, ids])],
    enabled: wanted.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const found = wanted.map(async ([meta, ids]) => {
        const query = { where: { id: { in: ids } }, select: meta.useAsTitle, limit: ids.length } as const;
        const { docs } = await api.collection(meta).find({ ...query, count: 'none' }, { signal });
        return docs.map((each) => [each.id, titleOf(each, meta.useAsTitle)] as const);
      });
      return new Map((await Promise.all(found)).flat());
    },
  });
  return (entry) => data?.get(subjectOf(entry)?.id ?? '') || undefined;
}
