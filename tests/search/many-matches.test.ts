/** A search that finds more than it ranks: docs/spec/content-tools.md#search, on the database of the run. */
import { expect, test } from 'vitest';
import { maxRanked } from '../../runtime/query/compile/ranked-page.js';
import { openDocuments } from '../support/documents.js';

test('past 10,000 matches the newest are ranked and paged, and counts stay exact', async () => {
  const documents = await openDocuments({
    collections: [
      {
        slug: 'posts',
        drafts: false,
        search: { fields: { title: 4 } },
        fields: [
          { name: 'title', type: 'text' },
          { name: 'rank', type: 'number' },
        ],
      },
    ],
  });
  const list = async (query: string) => documents.list('posts', query);
  // The oldest one has the best score: a whole word where the others have its beginning.
  await documents.create('posts', { title: 'fox old', rank: 0 });
  for (let at = 1; at < maxRanked; at += 1) {
    await documents.create('posts', { title: at === 1 ? 'fox second' : `foxes ${at}`, rank: at });
  }
  const all = await list('search=fox&limit=2');
  expect(all).toMatchObject({
    totalDocs: maxRanked,
    totalPages: maxRanked / 2,
    docs: [{ title: 'fox second' }, { title: 'fox old' }],
  });
  expect(all).not.toHaveProperty('truncated');

  await documents.create('posts', { title: 'foxes last', rank: maxRanked });
  const more = await list('search=fox&limit=2');
  expect(more).toMatchObject({
    totalDocs: maxRanked + 1,
    totalPages: maxRanked / 2,
    truncated: true,
    docs: [{ title: 'fox second' }, { title: expect.stringContaining('foxes') }],
  });
  expect(await list('search=fox&limit=0')).toMatchObject({ totalDocs: maxRanked + 1 });
  const last = await list('search=fox&limit=100&page=100');
  expect([last.docs.length, last.hasNextPage, last.truncated]).toEqual([100, false, true]);
  expect((await list('search=fox&limit=100&page=101')).docs).toEqual([]);
  // One that is not ranked is found by other words, and in another order all are paged.
  const old = await list('search=fox old');
  expect(old).toMatchObject({ totalDocs: 1, docs: [{ title: 'fox old' }] });
  expect(old).not.toHaveProperty('truncated');
  const sorted = await list('search=fox&sort=rank_asc&limit=1');
  expect(sorted).toMatchObject({ totalDocs: maxRanked + 1, docs: [{ title: 'fox old' }] });

  const seen = new Set<unknown>();
  let cursor = '';
  do {
    const page: Awaited<ReturnType<typeof list>> = await list(`search=fox&limit=100&cursor=${cursor}`);
    for (const { id } of page.docs as readonly { readonly id: unknown }[]) seen.add(id);
    cursor = String(page.nextCursor ?? '');
  } while (cursor !== '');
  expect(seen.size).toBe(maxRanked);
}, 240_000);
