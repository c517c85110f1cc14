import type { CollectionApi, Document, FindQuery } from '../../api/documents.js';

/** Documents per request. */
const atOnce = 200;

/**
 * Yields all documents that match a query, page by page, without a limit. Ends early when the signal aborts.
 */
export async function* documentsByCursor(
  collection: CollectionApi,
  query: Pick<FindQuery, 'where' | 'search' | 'unused' | 'select' | 'sort'>,
  signal?: AbortSignal,
): AsyncGenerator<readonly Document[]> {
  let cursor: string | null | undefined = '';
  while (cursor !== null && cursor !== undefined && signal?.aborted !== true) {
    const page: Awaited<ReturnType<CollectionApi['find']>> = await collection.find(
      { ...query, limit: atOnce, cursor },
      signal === undefined ? {} : { signal },
    );
    yield page.docs;
    cursor = page.nextCursor;
  }
}
