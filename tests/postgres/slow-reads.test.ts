/** What `svc doctor --queries` finds out on PostgreSQL, and that it leaves the tables alone. */
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { examineQueries } from '../../runtime/cli/doctor/queries/examine-queries.js';
import { listOf, type ManyPosts, startManyPosts } from '../http/support/many-posts.js';
import { describePostgres } from '../support/services.js';

vi.setConfig({ testTimeout: 120_000 });

const server = { slowReadThreshold: 1 };

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function read(service: ManyPosts, paths: readonly string[]): Promise<void> {
  for (const path of paths) expect((await fetch(service.url + path)).status).toBe(200);
  await service.close();
}

describePostgres('slow reads on PostgreSQL', (fresh) => {
  test('a filter with a sort gets the index that the planner then uses', async () => {
    const url = await fresh();
    const before = await startManyPosts({ postgres: url, server });
    await read(before, [
      listOf({ rank: { equals: 7 } }, '&sort=title_desc&count=none'),
      listOf({ body: { contains: 'hunter2-secret' } }, '&count=none'),
    ]);
    const beside = await connected(url);
    const indexesSql = `SELECT count(*)::int AS n FROM pg_class WHERE relkind IN ('i', 'r')`;
    const relations = (await beside.query(indexesSql)).rows;
    // A write that has not ended makes nothing wait.
    await beside.query('BEGIN');
    await beside.query(`UPDATE posts SET rank = 1 WHERE rank = 2`);
    const { queries } = await examineQueries(before.config);
    await beside.query('ROLLBACK');
    expect((await beside.query(indexesSql)).rows).toEqual(relations);
    const byRequest = new Map(queries.map(({ request, advice }) => [request, advice]));
    expect(byRequest.get('GET /api/posts?where={"rank":{"equals":"…"}}&sort=title_desc&count=none')).toEqual([
      {
        ...{ kind: 'index', collection: 'posts', fields: ['rank', 'title'], givesOrder: true },
        line: `indexes: [{ fields: ['rank', 'title'] }]`,
      },
    ]);
    expect(byRequest.get('GET /api/posts?where={"body":{"contains":"…"}}&count=none')).toEqual([
      { kind: 'other', message: expect.stringContaining('pg_trgm') },
    ]);
    const stored = await beside.query('SELECT * FROM _svc_slow_reads');
    expect(JSON.stringify(stored.rows)).not.toContain('hunter2-secret');
  });

  test('the index of the line serves the read', async () => {
    const url = await fresh();
    const after = await startManyPosts({ postgres: url, server, indexes: [{ fields: ['rank', 'title'] }] });
    const beside = await connected(url);
    const { rows } = await beside.query(
      `EXPLAIN SELECT id FROM posts WHERE rank = 7 ORDER BY title DESC NULLS LAST, id DESC LIMIT 10`,
    );
    expect(JSON.stringify(rows)).toContain('using posts__rank_title_id_idx');
    expect(JSON.stringify(rows)).not.toContain('Sort');
    await after.close();
  });

  test('many values of a filter that a whole table shares need no index of their own', async () => {
    const url = await fresh();
    const service = await startManyPosts({ postgres: url, server });
    await read(service, [listOf({ rank: { gte: 0 } }, '&count=none&limit=1000')]);
    const { queries } = await examineQueries(service.config);
    expect(queries.flatMap(({ advice }) => advice.filter(({ kind }) => kind === 'index'))).toEqual([]);
  });

  test('two servers add to the same reads', async () => {
    const url = await fresh();
    const [one, other] = [
      await startManyPosts({ postgres: url, server, posts: 50_000 }),
      await startManyPosts({ postgres: url, server, posts: 0 }),
    ];
    const path = (rank: number): string => listOf({ rank }, '&sort=title_desc&count=none');
    await read(one, [path(1), path(2)]);
    await read(other, [path(3)]);
    expect((await examineQueries(one.config)).queries).toMatchObject([{ count: 3 }]);
  });
});
