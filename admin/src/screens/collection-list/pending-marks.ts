import { useQuery } from '@tanstack/react-query';
import type { AdminCollectionMeta } from '../../../../runtime/codegen/admin-meta.js';
import { useApi } from '../../api/api-context.js';
import type { CollectionApi, Document } from '../../api/documents.js';

/**
 * Returns the ids of those documents of a page that are published and have pending changes. A different
 * revision alone does not prove it, since a discarded draft also raises the revision: where revisions differ,
 * the contents of both views are compared.
 */
export function usePendingMarks(meta: AdminCollectionMeta, docs: readonly Document[]): ReadonlySet<string> {
  const api = useApi();
  const published = docs.filter(({ _status }) => _status === 'published');
  const revisions = published.map(({ id, _revision }) => [id, _revision] as const);
  const { data } = useQuery({
    queryKey: ['collection', meta.slug, 'pending', revisions],
    queryFn: ({ signal }) => pendingAmong(api.collection(meta), revisions, signal),
    enabled: meta.drafts && meta.readDrafts && revisions.length > 0,
  });
  return data ?? none;
}

const none: ReadonlySet<string> = new Set();

async function pendingAmong(
  collection: CollectionApi,
  revisions: readonly (readonly [id: string, revision: number])[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const among = (ids: readonly string[]) =>
    ({ where: { id: { in: ids } }, limit: ids.length, count: 'none' }) as const;
  const ids = revisions.map(([id]) => id);
  const live = await collection.find({ ...among(ids), select: '_revision', draft: false }, { signal });
  const liveRevisions = new Map(live.docs.map(({ id, _revision }) => [id, _revision]));
  const differing = revisions
    .filter(([id, revision]) => liveRevisions.get(id) !== revision)
    .map(([id]) => id);
  if (differing.length === 0) return none;
  const [merged, plain] = await Promise.all([
    collection.find({ ...among(differing), draft: true }, { signal }),
    collection.find({ ...among(differing), draft: false }, { signal }),
  ]);
  const texts = new Map(plain.docs.map((document) => [document.id, contentOf(document)]));
  return new Set(merged.docs.filter((each) => texts.get(each.id) !== contentOf(each)).map(({ id }) => id));
}

/** The content as JSON, for comparison. Both views return the fields of a document in the same order. */
function contentOf({ _revision, updatedAt, ...content }: Document): string {
  return JSON.stringify(content);
}
