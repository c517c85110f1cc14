import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import type { Api } from '../../../api/api.js';
import { documentsByCursor } from '../documents-by-cursor.js';
import { type BulkItem, bulkItem, type Matching } from './bulk-run.js';

interface MatchingOptions extends Matching {
  readonly signal: AbortSignal;
  readonly onFound: (count: number) => void;
}

/**
 * Returns all documents that match a filter, in the order of their ids. They are read before the work begins,
 * since the work changes what matches.
 */
export async function matchingItems(
  api: Api,
  meta: AdminCollectionMeta,
  { where, search, signal, onFound }: MatchingOptions,
): Promise<readonly BulkItem[]> {
  const items: BulkItem[] = [];
  const select = [
    ...['_revision', ...(meta.drafts ? ['_pending'] : [])],
    ...(meta.useAsTitle === 'id' ? [] : [meta.useAsTitle]),
  ].join(',');
  const query = { where, search, select, sort: 'id_asc' };
  for await (const docs of documentsByCursor(api.collection(meta), query, signal)) {
    items.push(...docs.map((document) => bulkItem(document, meta.useAsTitle)));
    onFound(items.length);
  }
  return items;
}
