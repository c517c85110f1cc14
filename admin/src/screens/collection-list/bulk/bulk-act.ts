import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { isSvcError, SvcError } from '../../../../../templates/sdk/errors.js';
import type { Api } from '../../../api/api.js';
import type { BulkRow } from '../../../api/documents.js';
import type { BulkAct, BulkItem, BulkResult } from './bulk-run.js';
import { type BulkWork, isJoined, stepsOf } from './bulk-work.js';

/**
 * Returns the function that applies a bulk action to documents, each by itself: a failure does not stop the
 * others.
 */
export function bulkAct(api: Api, meta: AdminCollectionMeta, work: BulkWork): BulkAct {
  if (!isJoined(work)) return (items) => copyEach(api, meta, items);
  // Users have their own rules, and no bulk writes.
  if (meta.slug === 'users') {
    return (items) => Promise.all(items.map((item) => attempted(() => api.collection(meta).delete(item.id))));
  }
  // The request is not aborted halfway: its documents are finished and reported also when the user stops.
  return async (items) => {
    const operations = await stepsOf(api, meta, { work, items });
    const { results } = await api.collection(meta).bulk(operations, { atomic: false });
    return results.map((row, index) => outcomeIn(meta, work, { row, item: items[index] as BulkItem }));
  };
}

/** Returns the outcome of a bulk action for one document. */
export function outcomeIn(
  { drafts, readDrafts }: AdminCollectionMeta,
  { action }: BulkWork,
  { row, item }: { readonly row: BulkRow; readonly item: BulkItem },
): BulkResult {
  const result = resultOf(row, item);
  // Users who may not see drafts get no newer revision, and a schedule makes none. For these an equal
  // revision does not mean that nothing was done.
  const isTold = (!drafts || readDrafts) && action !== 'schedule';
  return isTold || 'error' in result ? result : { outcome: 'done' };
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
  return { outcome: revision > item.revision ? 'done' : 'unchanged', revision };
}

/** When a rate limit is hit, the rest fails: a retry of the whole batch would make the first copies again. */
async function copyEach(
  api: Api,
  meta: AdminCollectionMeta,
  items: readonly BulkItem[],
): Promise<readonly BulkResult[]> {
  const results: BulkResult[] = [];
  for (const { id } of items) {
    const result = await api
      .collection(meta)
      .duplicate(id)
      .then((): BulkResult => ({ outcome: 'done' }))
      .catch((error: unknown): BulkResult => ({ error }));
    results.push(result);
  }
  return results;
}

async function attempted(act: () => Promise<unknown>): Promise<BulkResult> {
  try {
    await act();
    return { outcome: 'done' };
  } catch (error) {
    // A rate limit holds for all documents, so the whole batch waits.
    if (isSvcError(error) && error.code === 'RATE_LIMITED') throw error;
    return { error };
  }
}
