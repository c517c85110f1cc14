/** Which reads a server keeps as slow, and what `svc doctor --queries` says of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, test, vi } from 'vitest';
import { examineQueries } from '../../runtime/cli/doctor/queries/examine-queries.js';
import type { SlowQuery } from '../../runtime/cli/doctor/queries/slow-query.js';
import { listOf, type ManyPosts, removeFilled, startManyPosts } from './support/many-posts.js';

vi.setConfig({ testTimeout: 60_000 });

afterAll(removeFilled);

/** Reads, ends the server, and returns what is kept. */
async function keptAfter(service: ManyPosts, paths: readonly string[]): Promise<readonly SlowQuery[]> {
  for (const path of paths)
    expect((await service.app.fetch(new Request(`http://x${path}`))).status).toBe(200);
  await service.close();
  return (await examineQueries(service.config)).queries;
}

const byRank = (rank: number | string): string =>
  listOf({ rank: { equals: rank } }, '&sort=title_desc&count=none');

test('a slow read is kept with the index that helps, and the index makes it quick', async () => {
  const server = { slowReadThreshold: 1 };
  const before = await startManyPosts({ server });
  const [query, ...others] = await keptAfter(before, [byRank(7), byRank(8)]);
  expect(others).toEqual([]);
  expect(query).toMatchObject({
    collection: 'posts',
    request: 'GET /api/posts?where={"rank":{"equals":"…"}}&sort=title_desc&count=none',
    rule: null,
    count: 2,
    failed: 0,
  });
  const index = { kind: 'index', collection: 'posts', line: `indexes: [{ fields: ['rank', 'title'] }]` };
  expect(query?.advice).toEqual([{ ...index, fields: ['rank', 'title'], givesOrder: true }]);
  const after = await startManyPosts({ server, indexes: [{ fields: ['rank', 'title'] }] });
  expect(after.plan(`SELECT id FROM posts WHERE rank = 7 ORDER BY title DESC, id DESC LIMIT 10`)).toEqual([
    expect.stringContaining('posts__rank_title_id_idx (rank=?)'),
  ]);
  // With the index in the config, the same read gets no further one.
  const { collections = [] } = after.config;
  const [again] = (await examineQueries({ ...before.config, collections })).queries;
  expect(again?.advice).toEqual([{ kind: 'other', message: expect.stringContaining('an index serves it') }]);
});

test('no value of a request is stored', async () => {
  const service = await startManyPosts({ server: { slowReadThreshold: 1 } });
  const secret = 'hunter2-secret';
  const queries = await keptAfter(service, [
    listOf({ body: { contains: secret } }),
    listOf({ OR: [{ title: { equals: secret } }, { rank: { in: [987_654_321] } }] }),
  ]);
  expect(queries.map(({ request }) => request)).toEqual(
    expect.arrayContaining([
      'GET /api/posts?where={"body":{"contains":"…"}}',
      'GET /api/posts?where={"OR":[{"rank":{"in":"…"}},{"title":{"equals":"…"}}]}',
    ]),
  );
  const files = readdirSync(service.folder).map((name) => readFileSync(join(service.folder, name), 'latin1'));
  expect(files.join('\n')).not.toContain(secret);
  expect(files.join('\n')).not.toContain('987654321');
});

test.each([
  [listOf({ body: { contains: 'zzz' } }, '&count=none'), '`contains` reads "body"'],
  [listOf({ rank: { not_equals: 7 }, title: { contains: 'zzz' } }, '&count=none'), '`not_equals` on "rank"'],
  [listOf({ OR: [{ rank: 7 }, { title: 'x' }] }, '&count=none'), '`OR` has no index'],
  [listOf({ rank: { gt: 4_990 } }, '&count=none'), 'the database would use none'],
  ['/api/posts?sort=rank_asc,title_desc&count=none', 'a sort in two directions'],
  ['/api/posts?page=5000&count=none', 'use `cursor` instead of `page`'],
])('%s gets no index, but what would help', async (path, message) => {
  const service = await startManyPosts({ server: { slowReadThreshold: 1 } });
  const [query] = await keptAfter(service, [path]);
  const messages = query?.advice.map((one) => (one.kind === 'index' ? one.line : one.message));
  expect(messages).toEqual(expect.arrayContaining([expect.stringContaining(message)]));
  expect(query?.advice.filter(({ kind }) => kind === 'index')).toEqual([]);
});

test('a read that is ended at its time limit is kept too', async () => {
  const service = await startManyPosts({ longReadTimeout: 100, posts: 400_000 });
  const path = listOf({
    OR: ['a', 'b', 'c', 'd'].map((end) => ({ body: { contains: 'xq'.repeat(40) + end } })),
  });
  expect((await service.app.fetch(new Request(`http://x${path}`))).status).toBe(503);
  const [query] = await keptAfter(service, []);
  expect(query).toMatchObject({ count: 1, failed: 1 });
});

test('without a threshold nothing is kept', async () => {
  const service = await startManyPosts({ server: { slowReadThreshold: 0 } });
  expect(await keptAfter(service, [byRank(7)])).toEqual([]);
});

test('at most 200 are kept, those that took most time', async () => {
  const service = await startManyPosts({ posts: 5_000, server: { slowReadThreshold: 1 } });
  const slow = Array.from({ length: 40 }, (_, at) =>
    listOf({ body: { contains: `z${at}` }, rank: { not_in: [1, at] } }),
  );
  const paths = Array.from({ length: 260 }, (_, limit) =>
    listOf({ body: { contains: 'y' } }, `&limit=${limit + 1}`),
  );
  const queries = await keptAfter(service, [...slow, ...paths]);
  expect(queries.length).toBeLessThanOrEqual(200);
  expect(queries[0]).toMatchObject({ request: expect.stringContaining('not_in') });
});

test('reads go on where slow reads cannot be stored, and the log says so once', async () => {
  const service = await startManyPosts({ server: { slowReadThreshold: 1 } });
  const database = new Database(join(service.folder, 'data.db'));
  database.exec('DROP TABLE _svc_slow_reads');
  database.close();
  expect(await keptAfter(service, [byRank(7), byRank(8)])).toEqual([]);
  expect(service.log.filter((line) => line.includes('slow reads could not be stored'))).toHaveLength(1);
});

test('several servers add to the same reads', async () => {
  const one = await startManyPosts({ server: { slowReadThreshold: 1 } });
  const other = await startManyPosts({ server: { slowReadThreshold: 1 }, file: join(one.folder, 'data.db') });
  await keptAfter(one, [byRank(1), byRank(2)]);
  const [query] = await keptAfter(other, [byRank(3)]);
  expect(query?.count).toBe(3);
});
