/** Lists that take long on PostgreSQL: they have a share of the connections, and their own timeout. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  deadlineBetween,
  listOf,
  type ManyPosts,
  slowFilter,
  slowList,
  startManyPosts,
} from '../http/support/many-posts.js';
import { describePostgres, type FreshDatabase } from '../support/services.js';

vi.setConfig({ testTimeout: 120_000 });

interface Scene extends ManyPosts {
  /** The number of searches that the server runs. */
  searches(): Promise<number>;
}

async function setScene(fresh: FreshDatabase, longReadTimeout: number): Promise<Scene> {
  const postgres = await fresh();
  const service = await startManyPosts({ postgres, longReadTimeout, posts: 200_000 });
  const beside = new pg.Client({ connectionString: postgres });
  await beside.connect();
  onTestFinished(() => beside.end());
  // The first list starts reading the sizes of the tables, and no request waits for that.
  await ask(service, listOf({ rank: { equals: -1 } }));
  const running =
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'svc' ` +
    `AND backend_type = 'client backend' AND state = 'active' AND query LIKE '%"body"%'`;
  return { ...service, searches: async () => Number((await beside.query(running)).rows[0]?.n) };
}

async function ask({ url }: ManyPosts, path: string, signal?: AbortSignal): Promise<Answer> {
  const begin = performance.now();
  const response = await fetch(url + path, signal === undefined ? {} : { signal });
  const body = (await response.json()) as Answer['body'];
  const milliseconds = performance.now() - begin;
  return { status: response.status, body, retryAfter: response.headers.get('retry-after'), milliseconds };
}

interface Answer {
  readonly status: number;
  readonly body: { readonly code?: string; readonly error?: string; readonly totalDocs?: number };
  readonly retryAfter: string | null;
  readonly milliseconds: number;
}

describePostgres('lists that take long on PostgreSQL', (fresh) => {
  test('leave most connections to others', async () => {
    const service = await setScene(fresh, 3_000);
    const searches = Promise.all(
      Array.from({ length: 10 }, (_, at) => service.app.fetch(new Request(service.url + slow(at)))),
    );
    await delay(500);
    // A quarter of ten.
    expect(await service.searches()).toBeLessThanOrEqual(2);
    for (let round = 0; round < 20; round += 1) {
      for (const path of ['/health/live', '/health/ready', listOf({ section: { equals: 's7' } })]) {
        const { status, milliseconds } = await ask(service, path);
        expect(status).toBe(200);
        expect(milliseconds).toBeLessThan(1_500);
      }
    }
    await searches;
  });

  test('are ended at the deadline, and say what costs most', async () => {
    const service = await setScene(fresh, 100);
    expect(await ask(service, slow(1))).toMatchObject({
      status: 503,
      retryAfter: '300',
      body: { code: 'UNAVAILABLE', error: expect.stringContaining('the filter by "body" costs most') },
    });
    expect(await service.searches()).toBe(0);
    // The connection is restored: other requests have their usual timeout.
    const found = await ask(service, listOf({ section: { equals: 's7' } }));
    expect([found.status, found.body.totalDocs]).toEqual([200, 200]);
  });

  // As in tests/http/long-reads.test.ts: measured, so tried again.
  test('have one deadline for the page and the count', { retry: 4 }, async () => {
    const postgres = await fresh();
    const measured = await startManyPosts({ postgres, longReadTimeout: 60_000, posts: 100_000 });
    await ask(measured, listOf({ rank: { equals: -1 } }));
    const longReadTimeout = await deadlineBetween(async (path) => {
      const { status, milliseconds } = await ask(measured, path);
      expect(status).toBe(200);
      return milliseconds;
    });
    const service = await startManyPosts({ postgres, longReadTimeout, posts: 0 });
    await ask(service, listOf({ rank: { equals: -1 } }));
    expect(await ask(service, slowList(4, '&limit=1'))).toMatchObject({
      ...{ status: 503, retryAfter: '300' },
      body: { code: 'UNAVAILABLE', error: expect.stringContaining('the filter by "body" costs most') },
    });
  });

  test('are cancelled when their client leaves', async () => {
    const service = await setScene(fresh, 60_000);
    const leaving = new AbortController();
    const search = ask(service, listOf(slowFilter(1)), leaving.signal).catch(String);
    await expect.poll(() => service.searches(), { timeout: 10_000 }).toBe(1);
    leaving.abort();
    await search;
    await expect.poll(() => service.searches(), { timeout: 3_000 }).toBe(0);
  });
});

function slow(seed: number): string {
  return listOf(slowFilter(seed));
}
