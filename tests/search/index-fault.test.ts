/** The index of a search belongs to the writes of its documents: docs/spec/content-tools.md#search. */
import { expect, test } from 'vitest';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { buildIndex } from '../../runtime/documents/search/build-indexes.js';
import { searchIndexes } from '../../runtime/storage/search/search-tables.js';
import { openDocuments, type TestDocuments } from '../support/documents.js';

const config: ServiceConfig = {
  collections: [
    {
      slug: 'posts',
      drafts: false,
      search: { fields: { title: 1 } },
      fields: [
        { name: 'title', type: 'text' },
        { name: 'rank', type: 'number' },
      ],
    },
  ],
};

async function found(documents: TestDocuments, search: string): Promise<number> {
  return (await documents.list('posts', `limit=0&search=${search}`)).totalDocs;
}

test('a write whose index fails fails itself, and leaves nothing', async () => {
  const documents = await openDocuments(config);
  const { id } = await documents.create('posts', { title: 'walrus' });
  await documents.driver.run('ALTER TABLE "_svc_search_posts" RENAME TO "elsewhere"', []);
  await expect(documents.create('posts', { title: 'seal' })).rejects.toThrow();
  await expect(documents.update('posts', id, { title: 'seal' })).rejects.toThrow();
  await expect(documents.remove('posts', id)).rejects.toThrow();
  const stored = async (): Promise<readonly unknown[]> =>
    (await documents.list('posts')).docs.map(({ title, _revision }: { title: string; _revision: number }) => [
      title,
      _revision,
    ]);
  expect(await stored()).toEqual([['walrus', 1]]);
  // A change of what is not searched needs no index.
  await documents.update('posts', id, { rank: 1 });
  await documents.driver.run('ALTER TABLE "elsewhere" RENAME TO "_svc_search_posts"', []);
  await documents.update('posts', id, { title: 'seal' });
  expect([await found(documents, 'walrus'), await found(documents, 'seal')]).toEqual([0, 1]);
});

test('an index that is built again takes writes between its batches', async () => {
  const documents = await openDocuments(config);
  const ids: string[] = [];
  for (let at = 0; at < 450; at += 1) {
    ids.push((await documents.create('posts', { title: `walrus ${at}`, rank: at })).id);
  }
  const [index] = searchIndexes(documents.contract);
  if (index === undefined) throw new Error('Nothing is searched.');
  let batches = 0;
  const writes: Promise<unknown>[] = [];
  const built = await buildIndex(documents.driver, index, () => {
    const at = batches * 3;
    batches += 1;
    // Of what was indexed, and of what is not yet.
    for (const place of [at, 440 + at]) {
      writes.push(documents.update('posts', ids[place] ?? '', { title: 'seal' }));
      writes.push(documents.remove('posts', ids[place + 1] ?? ''));
    }
    writes.push(documents.create('posts', { title: 'late walrus' }));
  });
  await Promise.all(writes);
  expect(batches).toBe(3);
  expect(built.removed).toBe(0);
  expect(await found(documents, 'seal')).toBe(6);
  expect(await found(documents, 'late')).toBe(3);
  expect(await found(documents, 'walrus')).toBe(450 - 12 + 3);
  expect((await documents.list('posts', 'limit=0')).totalDocs).toBe(450 - 6 + 3);
});
