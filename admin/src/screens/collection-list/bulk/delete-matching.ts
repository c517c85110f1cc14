import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { isSvcError } from '../../../../../templates/sdk/errors.js';
import type { Api } from '../../../api/api.js';
import type { BulkRow, Where } from '../../../api/documents.js';
import { resultOf } from './bulk-act.js';
import { type BulkAct, type BulkItem, type BulkResult, WorkChanged } from './bulk-run.js';

/**
 * Deletes the documents that match a filter, as long as they are the confirmed ones. Each part begins with a
 * look at its range of ids: the ranges leave no gaps, so that a document that matches since then is found.
 * The deletion itself names the confirmed ids besides the filter, so that no other document is deleted.
 *
 * @param items - every confirmed document, in the order of their ids.
 */
export function deleteMatching(
  api: Api,
  meta: AdminCollectionMeta,
  where: Where | undefined,
  items: readonly BulkItem[],
): BulkAct {
  const collection = api.collection(meta);
  const remove = async (
    part: Where,
    some: readonly BulkItem[],
    expect: number,
  ): Promise<readonly BulkResult[]> => {
    const { results } = await collection.deleteMany(
      { where: part },
      { expect, atomic: false, partial: true },
    );
    const rows = new Map<string | null, BulkRow>(results.map((row) => [row.id, row]));
    return some.map((item): BulkResult => {
      const row = rows.get(item.id);
      return row === undefined ? { outcome: 'unchanged' } : resultOf(row, item);
    });
  };
  return async (some) => {
    const part = partOf(where, items, some);
    const ids = some.map(({ id }) => id);
    const agreed = new Set(ids);
    const confirmed = narrowed(where, { id: { in: ids } });
    const query = { where: part, limit: some.length + 1, select: '_revision', sort: 'id_asc' } as const;
    const removeRest = async (): Promise<readonly BulkResult[]> => {
      const { docs } = await collection.find({ ...query, count: 'none' });
      if (docs.some(({ id }) => !agreed.has(id))) throw new WorkChanged();
      return remove(confirmed, some, docs.length);
    };
    try {
      return await removeRest();
    } catch (error) {
      // Some of them stopped matching after the look, or were deleted meanwhile.
      if (!isAnotherNumber(error)) throw error;
      return removeRest();
    }
  };
}

/** The lowest possible id. */
const lowestId = '00000000-0000-7000-8000-000000000000';

/**
 * The filter for a part. The first has no lower bound and the last no upper bound, so they include later
 * additions.
 */
function partOf(where: Where | undefined, items: readonly BulkItem[], some: readonly BulkItem[]): Where {
  const first = items.findIndex(({ id }) => id === some[0]?.id);
  const before = items[first - 1]?.id;
  const last = first + some.length < items.length ? some.at(-1)?.id : undefined;
  const range: Where = {
    ...(before !== undefined && { gt: before }),
    ...(last !== undefined && { lte: last }),
    // A filter needs a condition, also where it means all documents.
    ...(before === undefined && last === undefined && { gte: lowestId }),
  };
  return narrowed(where, { id: range });
}

function narrowed(where: Where | undefined, more: Where): Where {
  return where === undefined ? more : { AND: [where, more] };
}

/** Whether the number of matching documents differs from the expected one. */
function isAnotherNumber(error: unknown): boolean {
  return (
    isSvcError(error) &&
    error.code === 'CONFLICT' &&
    error.details?.some(({ path }) => path === 'expect') === true
  );
}
