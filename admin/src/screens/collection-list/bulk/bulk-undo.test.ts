import { expect, test } from 'vitest';
import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import type { Api } from '../../../api/api.js';
import type { BulkRow, BulkStep } from '../../../api/documents.js';
import { PartlyUndone, type UndoEntry, undoing } from './bulk-undo.js';

const meta = { slug: 'posts' } as AdminCollectionMeta;
const item = { id: 'a', title: 'A', revision: 3 };
const entry: UndoEntry = {
  item,
  steps: [
    { op: 'update', id: 'a', ifMatch: 4, data: { title: 'Public' } },
    { op: 'update', id: 'a', data: { title: 'Pending' }, draft: true },
  ],
};

/** An API whose service answers with these rows, one for each request. */
function apiOf(rows: readonly Omit<BulkRow, 'id'>[]): { readonly api: Api; readonly sent: BulkStep[] } {
  const sent: BulkStep[] = [];
  const bulk = async (steps: readonly BulkStep[]) => {
    const row = rows[sent.length];
    sent.push(...steps);
    return { results: [{ id: 'a', ...row }] };
  };
  return { api: { collection: () => ({ bulk }) } as unknown as Api, sent };
}

test('the second step is sent for the revision of the first', async () => {
  const { api, sent } = apiOf([
    { status: 200, revision: 5 },
    { status: 200, revision: 6 },
  ]);
  expect(await undoing(api, meta, [entry])([item])).toEqual([{ outcome: 'done' }]);
  expect(sent.map(({ ifMatch }) => ifMatch)).toEqual([4, 5]);
});

test('a document whose second step cannot be sent is not told to be undone', async () => {
  const { api, sent } = apiOf([{ status: 200 }]);
  const [result] = await undoing(api, meta, [entry])([item]);
  expect(result !== undefined && 'error' in result && result.error).toBeInstanceOf(PartlyUndone);
  expect(sent).toHaveLength(1);
});
