/**
 * Responses with thousands of related documents: refused if they are too large, and they do not block other
 * requests.
 */
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { idOf, postsInARing, type RelatedPost, startRelatedPosts } from './support/related-posts.js';

vi.setConfig({ testTimeout: 60_000 });

const whole = '/api/posts?sort=id&count=none&limit=1000';
const tooLarge =
  'The answer would hold more than 32 MiB: lower "depth" or "limit", or name fewer fields in "select".';

/** Characters of one, two and four bytes. */
const body = `${'x'.repeat(300)}${'ü'.repeat(100)}${'😀'.repeat(37)}`;

/** A post with its relations, as in a response. */
function populated(posts: ReadonlyMap<string, RelatedPost>, id: string, depth: number): object {
  const post = posts.get(id);
  if (post === undefined) throw new Error(`There is no post ${id}.`);
  if (depth === 0) return post;
  return { ...post, related: post.related.map((other) => populated(posts, other, depth - 1)) };
}

async function docsOf(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  const text = await response.text();
  return text.slice('{"docs":'.length, text.lastIndexOf(',"totalDocs"'));
}

test.each([
  ['flat', 1_000, 1],
  ['by levels', 60, 2],
])('are the same documents, byte for byte: %s', async (_, limit, depth) => {
  const posts = postsInARing(1_002, 10, body);
  const service = await startRelatedPosts(posts);
  const byId = new Map(posts.map((post) => [post.id, post]));
  const expected = JSON.stringify(posts.slice(0, limit).map(({ id }) => populated(byId, id, depth)));
  const path = `/api/posts?sort=id&count=none&limit=${limit}&depth=${depth}`;
  expect((await docsOf(await service.get(path))) === expected).toBe(true);
});

test('one document is the same too', async () => {
  const posts = postsInARing(50, 40, body.repeat(60));
  const service = await startRelatedPosts(posts);
  const byId = new Map(posts.map((post) => [post.id, post]));
  const text = await (await service.get(`/api/posts/${idOf(0)}?depth=1`)).text();
  expect(text === JSON.stringify(populated(byId, idOf(0), 1))).toBe(true);
});

test.each([1, 2, 3])('beyond 32 MiB are refused: depth %d', async (depth) => {
  const service = await startRelatedPosts(postsInARing(300, 100, 'x'.repeat(2_000)));
  const response = await service.get(`${whole}&depth=${depth}`);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    code: 'BAD_USER_INPUT',
    error: tooLarge,
    details: [{ path: 'depth', message: tooLarge }],
  });
});

test('one document that would be longer than any text can be is refused as well', async () => {
  const target = { id: idOf(1), body: 'x'.repeat(1024 * 1024), related: [] };
  const post = { id: idOf(0), body: '', related: Array.from({ length: 600 }, () => target.id) };
  const service = await startRelatedPosts([post, target]);
  for (const path of [`/api/posts/${post.id}?depth=1`, `/api/posts/${post.id}?depth=2`]) {
    const response = await service.get(path);
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ error: tooLarge }),
    ]);
  }
});

test('let others go on while they are put together', async () => {
  const service = await startRelatedPosts(postsInARing(1_002, 10, 'x'.repeat(2_000)));
  const large = service.get(`${whole}&depth=1`);
  let isOver = false;
  void large.finally(() => {
    isOver = true;
  });
  let answered = 0;
  while (!isOver) {
    const answers = await Promise.all([service.get('/health/live'), service.get('/api/posts?limit=1')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    answered += 1;
    await turnOfTheLoop();
  }
  expect((await large).status).toBe(200);
  expect(answered).toBeGreaterThan(5);
});

test('one of an address is put together at a time, and two in all', async () => {
  const service = await startRelatedPosts(postsInARing(1_002, 10, 'x'.repeat(2_000)));
  const running = async (): Promise<number> => {
    const metrics = await (await service.get('/metrics')).text();
    return Number(/^svc_long_reads\{.*kind="response",state="running"\} (\d+)$/m.exec(metrics)?.[1]);
  };
  const most = async (addresses: readonly string[]): Promise<number> => {
    let isOver = false;
    const answers = Promise.all(addresses.map((address) => service.get(`${whole}&depth=1`, address)));
    void answers.finally(() => {
      isOver = true;
    });
    let seen = 0;
    while (!isOver) {
      seen = Math.max(seen, await running());
      await turnOfTheLoop();
    }
    expect((await answers).map(({ status }) => status)).toEqual(addresses.map(() => 200));
    return seen;
  };
  expect(await most(['192.0.2.1', '192.0.2.1', '192.0.2.1'])).toBe(1);
  // A response may have arrived before its read is counted as ended.
  await expect.poll(running).toBe(0);
  expect(await most(['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.3'])).toBe(2);
});

test('show what was committed at one moment', async () => {
  const targets = postsInARing(4_000, 0, 'before '.repeat(300)).map((post, at) => ({
    ...post,
    related: at < 10 ? Array.from({ length: 400 }, (_, next) => idOf(10 + at * 390 + next)) : [],
  }));
  const service = await startRelatedPosts(targets);
  const path = '/api/posts?sort=id&count=none&limit=10&depth=1';
  const large = service.get(path);
  let isOver = false;
  void large.finally(() => {
    isOver = true;
  });
  await turnOfTheLoop();
  expect(isOver).toBe(false);
  const written = service.database
    .prepare(`UPDATE posts SET _doc = replace(_doc, 'before', 'after!')`)
    .run().changes;
  expect(written).toBe(4_000);
  const text = await (await large).text();
  expect([text.includes('before'), text.includes('after!')]).toContain(false);
  expect((await (await service.get(path)).text()).includes('before')).toBe(false);
});
