/**
 * Long reads: they run apart from all other queries, and have a deadline. On SQLite they run in separate
 * processes.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import {
  deadlineBetween,
  fillSqlite,
  listOf,
  type ManyPosts,
  removeFilled,
  slowFilter,
  slowList,
  startManyPosts,
} from './support/many-posts.js';
import { newFolder, startProgram, stopPrograms } from './support/program.js';
import { isAlive, readersOf } from './support/reader-processes.js';

afterEach(stopPrograms);
afterAll(removeFilled);

vi.setConfig({ testTimeout: 120_000 });

interface Answer {
  readonly status: number;
  readonly body: { readonly code?: string; readonly error?: string; readonly totalDocs?: number };
  readonly retryAfter: string | null;
  readonly milliseconds: number;
}

async function get({ url }: Pick<ManyPosts, 'url'>, path: string): Promise<Answer> {
  const begin = performance.now();
  const response = await fetch(url + path);
  const body = (await response.json()) as Answer['body'];
  const milliseconds = performance.now() - begin;
  return { status: response.status, body, retryAfter: response.headers.get('retry-after'), milliseconds };
}

async function create({ url }: ManyPosts, data: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const { status } = await fetch(`${url}/api/posts`, { method: 'POST', headers, body: JSON.stringify(data) });
  expect(status).toBe(201);
}

/** Repeats a request until the status is not 503. The timeout of the test ends it. */
async function untilAnswered(service: ManyPosts, path: string): Promise<Answer> {
  for (;;) {
    const answer = await get(service, path);
    if (answer.status !== 503) return answer;
  }
}

/** Repeats a request until `meanwhile` settles. Returns the max response time in milliseconds. */
async function maxWait(service: ManyPosts, path: string, meanwhile: Promise<unknown>): Promise<number> {
  let isOver = false;
  void meanwhile.finally(() => {
    isOver = true;
  });
  let longest = 0;
  while (!isOver) {
    const { status, milliseconds } = await get(service, path);
    expect(status).toBe(200);
    longest = Math.max(longest, milliseconds);
    await delay(10);
  }
  return longest;
}

const slow = (seed: number): string => listOf(slowFilter(seed));
const quickPath = listOf({ section: { equals: 's7' } }, '&sort=section');

test('ten that take long hold up nobody else', async () => {
  const service = await startManyPosts({ longReadTimeout: 500, posts: 200_000 });
  const searches = Promise.all(Array.from({ length: 10 }, (_, at) => get(service, slow(at))));
  const waits = await Promise.all(
    ['/health/live', quickPath, listOf({ section: { equals: 's8' } })].map((path) =>
      maxWait(service, path, searches),
    ),
  );
  // One of the long reads alone takes longer, even on an idle machine. `bench/long-reads.ts` measures the
  // quick ones.
  expect(Math.max(...waits)).toBeLessThan(1_500);
  expect(new Set((await searches).map(({ status }) => status))).toEqual(new Set([503]));
});

test('is ended at its deadline, says what costs most, and leaves a process for the next', async () => {
  const service = await startManyPosts({ longReadTimeout: 1_000, posts: 400_000 });
  const late = await get(service, slow(1));
  expect(late).toMatchObject({
    status: 503,
    retryAfter: '300',
    body: { code: 'UNAVAILABLE', error: expect.stringContaining('filter by "body"') },
  });
  expect(late.milliseconds).toBeLessThan(5_000);
  // No index covers this filter either, but it is quick. On a busy machine it may time out once more.
  const found = await untilAnswered(service, listOf({ rank: { equals: 3 } }));
  expect([found.status, found.body.totalDocs]).toEqual([200, 80]);
  const line = service.log.find((one) => one.includes('took longer'));
  expect(line).toContain('filter by \\"body\\"');
  expect(line).not.toContain('xqxq');
});

// The deadline is measured: where other work ends meanwhile, both fit into it. Without the shared deadline
// every try fails.
test('the page and the count of a list have one deadline', { retry: 4 }, async () => {
  const posts = 100_000;
  const measured = await startManyPosts({ longReadTimeout: 60_000, posts });
  const longReadTimeout = await deadlineBetween(async (path) => {
    const { status, milliseconds } = await get(measured, path);
    expect(status).toBe(200);
    return milliseconds;
  });
  const service = await startManyPosts({ longReadTimeout, posts });
  expect(await get(service, slowList(4, '&limit=1'))).toMatchObject({
    ...{ status: 503, retryAfter: '300' },
    body: { code: 'UNAVAILABLE', error: expect.stringContaining('filter by "body"') },
  });
});

test('names the sort, where that is what takes long', async () => {
  const service = await startManyPosts({ longReadTimeout: 100, posts: 600_000 });
  const { status, body } = await get(service, '/api/posts?sort=rank&count=none');
  expect([status, body.error]).toEqual([503, expect.stringContaining('the sort by "rank" costs most')]);
});

test('groups that take long are ended too, and the next are read', async () => {
  const service = await startManyPosts({ longReadTimeout: 100, posts: 600_000 });
  const groups = async (where: object): Promise<Answer> => {
    const body = JSON.stringify({ where, groupBy: ['title'], metrics: { n: 'count' }, limit: 1 });
    const response = await fetch(`${service.url}/api/posts/aggregate`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body },
    });
    const answer = (await response.json()) as Answer['body'];
    const retryAfter = response.headers.get('retry-after');
    return { status: response.status, body: answer, retryAfter, milliseconds: 0 };
  };
  expect(await groups({})).toMatchObject({
    ...{ status: 503, retryAfter: '300' },
    body: { code: 'UNAVAILABLE', error: expect.stringContaining('title') },
  });
  // On a busy machine it may time out once more. The timeout of the test ends it.
  while ((await groups({ section: { equals: 's7' }, rank: 7 })).status === 503);
});

test('starts no process for other reads, and leaves none behind', async () => {
  const service = await startManyPosts({ longReadTimeout: 300 });
  const before = readersOf(process.pid);
  for (const path of ['/api/posts', quickPath, '/api/posts?page=40&sort=createdAt', '/health/ready'])
    expect((await get(service, path)).status).toBe(200);
  expect(readersOf(process.pid)).toEqual(before);
  const search = get(service, slow(1)).catch(String);
  await expect.poll(() => readersOf(process.pid).length, { timeout: 10_000 }).toBe(before.length + 1);
  await search;
  await service.close();
  expect(readersOf(process.pid)).toEqual(before);
});

test('a process that dies is one answer of 503, and another takes its place', async () => {
  const service = await startManyPosts({ longReadTimeout: 20_000, posts: 400_000 });
  const before = readersOf(process.pid);
  const search = get(service, slow(1));
  const mine = (): readonly number[] => readersOf(process.pid).filter((pid) => !before.includes(pid));
  await expect.poll(mine, { timeout: 10_000 }).toHaveLength(1);
  await delay(500);
  for (const pid of mine()) process.kill(pid, 'SIGKILL');
  expect(await search).toMatchObject({ status: 503, retryAfter: '1', body: { code: 'UNAVAILABLE' } });
  expect((await get(service, listOf({ rank: { equals: 3 } }))).body.totalDocs).toBe(80);
});

test('one address has two at most, and others have room', async () => {
  const service = await startManyPosts({ longReadTimeout: 6_000, server: { trustProxy: true } });
  const before = readersOf(process.pid).length;
  const from = (address: string, seed: number): Promise<Response> =>
    fetch(service.url + slow(seed), { headers: { 'X-Forwarded-For': address } });
  const many = Array.from({ length: 5 }, (_, at) => from('192.0.2.1', at));
  await delay(1_000);
  expect(readersOf(process.pid).length - before).toBe(2);
  const other = fetch(service.url + listOf({ rank: { equals: 3 } }), {
    headers: { 'X-Forwarded-For': '192.0.2.2' },
  });
  const own = Promise.race(many).then(() => 'one of the many');
  expect(await Promise.race([own, other.then(({ status }) => status)])).toBe(200);
  await Promise.all(many);
});

test('thirty short ones at once from one address wait for each other', async () => {
  const service = await startManyPosts({ longReadTimeout: 20_000, posts: 60_000 });
  const all = Array.from({ length: 30 }, (_, at) => get(service, listOf({ rank: { equals: at } })));
  const answers = (await Promise.all(all)).map(({ status, body }) => [status, body.totalDocs]);
  expect(answers).toEqual(Array.from({ length: 30 }, () => [200, 12]));
});

test('sees what was written before, and what is written meanwhile only whole', async () => {
  const service = await startManyPosts({ posts: 60_000 });
  const ask = async (): Promise<number | undefined> =>
    (await get(service, listOf({ title: { equals: 'New' } }))).body.totalDocs;
  expect(await ask()).toBe(0);
  for (let made = 1; made <= 5; made += 1) {
    await create(service, { title: 'New' });
    expect(await ask()).toBe(made);
  }
});

const ownFields = `[{ name: 'title', type: 'text' }, { name: 'section', type: 'text', index: true }, { name: 'rank', type: 'number' }, { name: 'body', type: 'textarea' }]`;
const program = { config: `{ collections: [{ slug: 'posts', drafts: false, fields: ${ownFields} }] }` };

test.each(['SIGTERM', 'SIGKILL'] as const)('no process is left when the server ends: %s', async (signal) => {
  const server = startProgram({ ...program, env: { SVC_LONG_READ_TIMEOUT: '60000' } });
  const url = await server.url();
  fillSqlite(join(server.folder, '.svc/data.db'), 400_000);
  const search = get({ url }, slow(1)).catch(String);
  const readers = (): readonly number[] => readersOf(server.process.pid);
  await expect.poll(readers, { timeout: 10_000 }).toHaveLength(1);
  const [reader = 0] = readers();
  await delay(500);
  server.process.kill(signal);
  if (signal === 'SIGTERM') {
    // The second signal does not wait for running requests.
    await delay(500);
    server.process.kill(signal);
  }
  await server.exit();
  await search;
  await expect.poll(() => isAlive(reader), { timeout: 10_000 }).toBe(false);
});

test('a script that does not listen closes its service after one, and ends', async () => {
  const folder = newFolder();
  const first = startProgram({ ...program, folder, script: 'await app.ready(); await app.close();' });
  expect(await first.exit()).toBe(0);
  fillSqlite(join(folder, '.svc/data.db'), 50_000);
  const script = `
const { status } = await app.fetch(${JSON.stringify(slowList(1, '&limit=1'))});
console.log('read', status);
await app.close();
console.log('closed');
`;
  // What keeps a process alive depends on what else happens in it.
  for (let round = 0; round < 3; round += 1) {
    const next = startProgram({ ...program, folder, script, env: { SVC_LONG_READ_TIMEOUT: '60000' } });
    expect([await next.exit(), next.stdout.match(/^(?:read 200|closed)$/gm)]).toEqual([
      0,
      ['read 200', 'closed'],
    ]);
  }
});

test('runs beside several workers, each with processes of its own', async () => {
  const server = startProgram({
    ...program,
    env: { SVC_WORKERS: '2', SVC_LONG_READ_TIMEOUT: '200', SVC_METRICS: 'true' },
  });
  const url = await server.url();
  fillSqlite(join(server.folder, '.svc/data.db'), 100_000);
  const { status, body } = await get({ url }, slow(1));
  expect([status, body.error]).toEqual([503, expect.stringContaining('filter by "body"')]);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(metrics).toMatch(/^svc_long_reads_total\{worker="\d",kind="statement",outcome="late"\} 1$/m);
});
