import type { CollectionApi, Document, FindQuery } from '../../api/documents.js';

/** Documents that are read at once. */
const atOnce = 200;

/** All documents that a query finds, some at a time, however many there are. Ends early when it is stopped. */
export async function* documentsByCursor(
  collection: CollectionApi,
  query: Pick<FindQuery, 'where' | 'select' | 'sort'>,
  signal: AbortSignal,
): AsyncGenerator<readonly Document[]> {
  let cursor: string | null | undefined = '';
  while (cursor !== null && cursor !== undefined && !signal.aborted) {
    const page: Awaited<ReturnType<CollectionApi['find']>> = await collection.find(
      { ...query, limit: atOnce, cursor },
      { signal },
    );
    yield page.docs;
    cursor = page.nextCursor;
  }
}
