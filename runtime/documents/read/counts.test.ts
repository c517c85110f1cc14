import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDocuments } from '../../../tests/support/documents.js';
import { scratchFolder } from '../../../tests/support/emitted.js';
import { onSqliteOnly, openTestDriver } from '../../../tests/support/test-database.js';
import type { ServiceConfig } from '../../config/service-config.js';

const config: ServiceConfig = {
  collections: [{ slug: 'posts', fields: [{ name: 'rank', type: 'number' }] }],
};

function where(filter: object): string {
  return `where=${encodeURIComponent(JSON.stringify(filter))}`;
}

onSqliteOnly(
  'it says that something was committed for all databases of a server, and other tests write there',
)('a list that was counted before is not counted again until something is written', async () => {
  const docs = await openDocuments(config);
  for (const rank of [1, 2, 3]) await docs.create('posts', { rank });
  const counts = async (filter: object): Promise<readonly [number, number]> => {
    docs.statements.length = 0;
    // The total follows from a page that is not full.
    const { totalDocs } = await docs.list('posts', `${where(filter)}&limit=1`);
    return [totalDocs, docs.statements.filter((sql) => /^SELECT count\(\*\) AS total/.test(sql)).length];
  };
  expect(await counts({ rank: { gt: 1 } })).toEqual([2, 1]);
  expect(await counts({ rank: { gt: 1 } })).toEqual([2, 0]);
  expect(await counts({ rank: { lt: 3 } })).toEqual([2, 1]);
  const { id } = await docs.create('posts', { rank: 4 });
  expect(await counts({ rank: { gt: 1 } })).toEqual([3, 1]);
  await docs.update('posts', id, { rank: 0 });
  expect(await counts({ rank: { gt: 1 } })).toEqual([2, 1]);
  await docs.remove('posts', id);
  expect(await counts({})).toEqual([3, 1]);
  expect(await counts({})).toEqual([3, 0]);
});

test('a page that ends the list says how many there are, without counting', async () => {
  const docs = await openDocuments(config);
  for (const rank of [1, 2, 3, 4, 5]) await docs.create('posts', { rank });
  const found = async (search: string): Promise<readonly [total: number, counts: number]> => {
    docs.statements.length = 0;
    const { totalDocs } = await docs.list('posts', search);
    return [totalDocs, docs.statements.filter((sql) => /count\(\*\) AS total/.test(sql)).length];
  };
  expect(await found('')).toEqual([5, 0]);
  expect(await found('limit=5')).toEqual([5, 0]);
  expect(await found('limit=2&page=3')).toEqual([5, 0]);
  expect(await found(where({ rank: { gt: 9 } }))).toEqual([0, 0]);
  expect(await found('limit=9&cursor=&count=exact')).toEqual([5, 0]);
  expect(await found('limit=2&page=2')).toEqual([5, 1]);
  expect(await found('limit=2&page=9')).toEqual([5, 0]);
  expect(await found('limit=0')).toEqual([5, 0]);
});

test('what another process writes is counted', async () => {
  const path = join(scratchFolder(), 'data.db');
  const docs = await openDocuments(config, { path });
  await docs.create('posts', { rank: 1 });
  expect((await docs.list('posts')).totalDocs).toBe(1);
  const other = await openTestDriver({ path });
  onTestFinished(() => other.close());
  await other.run('INSERT INTO posts (id, rank) VALUES (?, 2)', ['01890000-0000-7000-8000-000000000000']);
  expect(await docs.list('posts')).toMatchObject({ totalDocs: 2, docs: [{ rank: 2 }, { rank: 1 }] });
});

test('filters with numbers beyond all bounds are told apart', async () => {
  const docs = await openDocuments(config);
  await docs.create('posts', { rank: 1 });
  const total = async (filter: string): Promise<number> =>
    (await docs.list('posts', `where=${encodeURIComponent(filter)}`)).totalDocs;
  expect(await total('{"rank":{"lt":1e999}}')).toBe(1);
  expect(await total('{"rank":{"lt":-1e999}}')).toBe(0);
});
