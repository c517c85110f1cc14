import { useQueries } from '@tanstack/react-query';
import type { AdminCollectionMeta } from '../../../../runtime/codegen/admin-meta.js';
import { useApi } from '../../api/api-context.js';
import type { Document } from '../../api/documents.js';
import { useMeta } from '../../api/meta-context.js';
import { type Reference, referenceKey } from '../../documents/reference.js';
import { fileSelect } from '../../files/stored-file.js';

/** The state of a referenced document. */
export type Target =
  | { readonly kind: 'found'; readonly meta: AdminCollectionMeta; readonly document: Document }
  /** It is deleted or not readable for the requester: the service does not tell which. */
  | { readonly kind: 'missing'; readonly meta: AdminCollectionMeta }
  /** The requester may not read its collection. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Ids per request: well below the limit of 500 of `in`, so that the address stays short. */
const batchSize = 50;

interface Batch {
  readonly collection: string;
  readonly ids: readonly string[];
}

/** Reads titles and states of the referenced documents with a few requests for all of them. */
export function useTargets(references: readonly Reference[]): (reference: Reference) => Target {
  const api = useApi();
  const { collections } = useMeta();
  const metaOf = (slug: string): AdminCollectionMeta | undefined =>
    collections.find((collection) => collection.slug === slug && collection.can.read !== false);
  const batches = batchesOf(references).filter(({ collection }) => metaOf(collection) !== undefined);
  const answers = useQueries({
    queries: batches.map(({ collection, ids }) => {
      const meta = metaOf(collection) as AdminCollectionMeta;
      return {
        queryKey: ['collection', collection, 'targets', ids],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
          api
            .collection(meta)
            .find(
              { where: { id: { in: ids } }, limit: ids.length, count: 'none', select: titleSelect(meta) },
              { signal },
            ),
      };
    }),
  });
  return (reference) => {
    const meta = metaOf(reference.collection);
    if (meta === undefined) return { kind: 'closed' };
    const place = batches.findIndex(
      ({ collection, ids }) => collection === reference.collection && ids.includes(reference.id),
    );
    const { data, error } = answers[place] ?? {};
    const document = data?.docs.find(({ id }) => id === reference.id);
    if (document !== undefined) return { kind: 'found', meta, document };
    if (data !== undefined) return { kind: 'missing', meta };
    return error ? { kind: 'failed', error } : { kind: 'loading' };
  };
}

/** Returns the `select` that reads the title of a document, and what its picture needs. */
export function titleSelect({ useAsTitle, drafts, upload, fields }: AdminCollectionMeta): string {
  const ofFile = upload === undefined ? [] : fileSelect(fields);
  return [...new Set([useAsTitle, 'updatedAt', ...ofFile, ...(drafts ? ['_status'] : [])])]
    .filter((name) => name !== 'id')
    .join(',');
}

function batchesOf(references: readonly Reference[]): Batch[] {
  const batches: { readonly collection: string; readonly ids: string[] }[] = [];
  const seen = new Set<string>();
  for (const reference of references) {
    if (seen.has(referenceKey(reference))) continue;
    seen.add(referenceKey(reference));
    const open = batches.findLast(({ collection }) => collection === reference.collection);
    if (open !== undefined && open.ids.length < batchSize) open.ids.push(reference.id);
    else batches.push({ collection: reference.collection, ids: [reference.id] });
  }
  return batches;
}
