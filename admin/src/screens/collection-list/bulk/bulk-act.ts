import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { isSvcError, SvcError } from '../../../../../templates/sdk/errors.js';
import type { Api } from '../../../api/api.js';
import type { BulkRow } from '../../../api/documents.js';
import type { BulkAct, BulkItem, BulkResult } from './bulk-run.js';

export type BulkAction = 'publish' | 'unpublish' | 'delete';

/**
 * Returns the act that applies an action to some documents, each by itself: a failure does not stop the
 * others.
 */
export function bulkAct(api: Api, meta: AdminCollectionMeta, action: BulkAction): BulkAct {
  // Users have their own rules, and no bulk writes.
  if (meta.slug === 'users')
    return (items) => Promise.all(items.map((item) => actOnOne(api, meta, action, item)));
  // The request is not aborted halfway: its documents are finished and reported also when the user stops.
  return async (items) => {
    const operations = items.map(({ id }) => ({ op: action, id }));
    const { results } = await api.collection(meta).bulk(operations, { atomic: false });
    // Who sees no drafts is told no newer revision, so that an equal one says nothing.
    const isTold = !meta.drafts || meta.readDrafts;
    return results.map((row, index) => {
      const result = resultOf(row, items[index] as BulkItem);
      return isTold || 'error' in result ? result : { outcome: 'done' };
    });
  };
}

/** Returns the result of one row of a bulk response. */
export function resultOf(
  { status, revision, code, error = '', ...why }: BulkRow,
  item: BulkItem,
): BulkResult {
  if (status >= 400) return { error: new SvcError(code ?? 'INTERNAL_ERROR', error, { status, ...why }) };
  return revision === undefined ? { outcome: 'done' } : outcomeOf(revision, item);
}

/** A write always gives the document a higher revision, so an equal one means that nothing was written. */
function outcomeOf(revision: number, item: BulkItem): BulkResult {
  return { outcome: revision > item.revision ? 'done' : 'unchanged' };
}

async function actOnOne(
  api: Api,
  meta: AdminCollectionMeta,
  action: BulkAction,
  item: BulkItem,
): Promise<BulkResult> {
  const collection = api.collection(meta);
  try {
    if (action === 'delete') {
      await collection.delete(item.id);
      return { outcome: 'done' };
    }
    return outcomeOf((await collection[action](item.id))._revision, item);
  } catch (error) {
    // A rate limit holds for all documents, so the whole batch waits.
    if (isSvcError(error) && error.code === 'RATE_LIMITED') throw error;
    return { error };
  }
}
