import type { AdminCollectionMeta } from '../../../../../../runtime/codegen/admin-meta.js';
import type { Api } from '../../../../api/api.js';
import { resultOf } from '../../bulk/bulk-act.js';
import type { BulkAct } from '../../bulk/bulk-run.js';

/**
 * Returns the act that puts some documents into a folder, or to the top (null), each by itself. What is
 * published moves at once, and stays as it is otherwise; drafts stay drafts.
 */
export function moveAct(api: Api, meta: AdminCollectionMeta, folder: string | null): BulkAct {
  const documents = api.collection(meta);
  return async (items) => {
    const ids = items.map(({ id }) => id);
    const drafts = new Set<string>();
    if (meta.drafts && meta.readDrafts) {
      const where = { AND: [{ id: { in: ids } }, { _status: { equals: 'draft' } }] };
      const found = await documents.find({ where, select: '_status', limit: ids.length, count: 'none' });
      for (const { id } of found.docs) drafts.add(id);
    }
    const data = { folder };
    const operations = ids.map((id) => ({
      ...{ op: 'update' as const, id, data },
      ...(drafts.has(id) && { draft: true }),
    }));
    const { results } = await documents.bulk(operations, { atomic: false });
    return results.map((row, index) => {
      const result = resultOf(row, items[index] ?? { id: '', title: '', revision: 0 });
      return 'error' in result ? result : { outcome: 'done' };
    });
  };
}
