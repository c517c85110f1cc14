/** Bulk writes concurrent with other requests: writes of the same documents, and requests for other ones. */
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { CollectionConfig } from '../../runtime/config/collection-config.js';
import { type Answer, openGuarded, type Result, user } from '../access/support/guarded-service.js';
import { articles, auth, done, openDesk } from '../drafts/support/desk.js';
import { testDialect } from '../support/test-database.js';

const path = '/api/articles';

async function openFilled(
  count: number,
  collection: CollectionConfig = articles,
): Promise<{
  readonly desk: Awaited<ReturnType<typeof openDesk>>;
  readonly ids: readonly string[];
}> {
  const desk = await openDesk({ collections: [collection] });
  const operations = Array.from({ length: count }, (_, rank) => ({
    op: 'create',
    data: { title: 'T', rank },
  }));
  const { results } = done(await desk.editor.post(`${path}/bulk`, { operations }));
  return { desk, ids: results.map(({ id }: Answer) => id) };
}

describe('two at once', () => {
  test('of the same documents in opposite order are both done, one after the other', async () => {
    const { desk, ids } = await openFilled(40);
    const bulkOf = (all: readonly string[], code: string): Promise<Result> =>
      desk.editor.post(`${path}/bulk`, {
        operations: all.map((id) => ({ op: 'update', id, data: { seo: { title: code } } })),
      });
    const answers = await Promise.all([
      bulkOf(ids, 'one'),
      bulkOf([...ids].reverse(), 'two'),
      bulkOf(ids, 'three'),
      ...ids.slice(0, 5).map((id) => desk.editor.patch(`${path}/${id}`, { rank: 100 })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { docs } = done(await desk.editor.get(`${path}?limit=100`));
    // All values are from the bulk that ran last.
    expect(new Set(docs.map(({ seo }: Answer) => seo.title)).size).toBe(1);
    expect(new Set(docs.map(({ _revision }: Answer) => _revision))).toEqual(new Set([4, 5]));
  }, 60_000);

  test('with the revision that both have read: one is done, and the other refused as a whole', async () => {
    const { desk, ids } = await openFilled(20);
    const bulkOf = (all: readonly string[], rank: number): Promise<Result> =>
      desk.editor.post(`${path}/bulk`, {
        operations: all.map((id) => ({ op: 'update', id, ifMatch: 1, data: { rank } })),
      });
    const answers = await Promise.all([bulkOf(ids, 101), bulkOf([...ids].reverse(), 102)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { docs } = done(await desk.editor.get(`${path}?limit=100`));
    expect(new Set(docs.map(({ rank }: Answer) => rank)).size).toBe(1);
  });

  test('a filter is asked again when its documents are held: what has changed meanwhile is not written', async () => {
    let first: (() => Promise<unknown>) | null = null;
    const hooked: CollectionConfig = {
      ...articles,
      access: {
        // Runs after the filter has found its documents and before they are written.
        delete: async () => {
          const change = first;
          first = null;
          await change?.();
          return true;
        },
      },
    };
    const { desk, ids } = await openFilled(3, hooked);
    const change = (): Promise<unknown> => desk.editor.patch(`${path}/${ids[1]}`, { rank: 50 });
    const where = encodeURIComponent('{"rank":{"lt":10}}');
    first = change;
    const refused = await desk.editor.delete(`${path}?where=${where}`);
    expect(refused).toMatchObject({ status: 409, body: { details: [{ path: `documents.${ids[1]}` }] } });
    expect(done(await desk.editor.get(`${path}?limit=0`)).totalDocs).toBe(3);

    done(await desk.editor.patch(`${path}/${ids[1]}`, { rank: 1 }));
    first = change;
    const { status, body } = await desk.editor.delete(`${path}?where=${where}&atomic=false`);
    expect({ status, body }).toMatchObject({ status: 207, body: { succeeded: 2, failed: 1 } });
    expect(done(await desk.editor.get(path)).docs.map(({ id }: Answer) => id)).toEqual([ids[1]]);
  });
});

test('reads go on while many documents are written', async () => {
  const desk = await openDesk();
  const operations = Array.from({ length: testDialect === 'sqlite' ? 1000 : 300 }, (_, rank) => ({
    op: 'create',
    data: { title: `T ${rank}`, rank },
  }));
  let isDone = false;
  const written = desk.editor.post(`${path}/bulk`, { operations }).finally(() => {
    isDone = true;
  });
  let [reads, slowest] = [0, 0];
  while (!isDone) {
    const begun = performance.now();
    const { docs } = done(await desk.editor.get(path));
    slowest = Math.max(slowest, performance.now() - begun);
    // No part of the bulk is visible before all of it is.
    if (!isDone) expect(docs).toEqual([]);
    reads += 1;
    await delay(1);
  }
  expect((await written).status).toBe(200);
  expect(reads).toBeGreaterThan(5);
  expect(slowest).toBeLessThan(1000);
}, 60_000);

describe('a bulk that takes too long', () => {
  const slow: CollectionConfig = {
    slug: 'articles',
    drafts: false,
    fields: [{ name: 'title', type: 'text' }],
    hooks: { beforeChange: () => delay(40) },
  };
  const operations = Array.from({ length: 100 }, () => ({ op: 'create', data: { title: 'T' } }));

  test('is rolled back at half of the time that requests have, and says so', async () => {
    // Half of it is less than the hooks take, and enough for the rest on a busy database server.
    const requestTimeout = 4000;
    const service = await openGuarded({ collections: [slow], auth }, { requestTimeout });
    const editor = service.as(user('editor'));
    const begun = performance.now();
    const refused = await editor.post(`${path}/bulk`, { operations });
    expect(refused).toMatchObject({
      status: 503,
      body: { code: 'UNAVAILABLE', error: expect.stringContaining('2000 ms') },
    });
    expect(performance.now() - begun).toBeLessThan(requestTimeout);
    expect(done(await editor.get(`${path}?limit=0`)).totalDocs).toBe(0);

    const { status, body } = await editor.post(`${path}/bulk`, { operations, atomic: false });
    expect(status).toBe(207);
    const made = body.results.filter(({ status }: Answer) => status === 201).length;
    expect(made).toBeGreaterThan(0);
    expect(body.results.slice(made).every(({ status }: Answer) => status === 503)).toBe(true);
    expect(done(await editor.get(`${path}?limit=0`)).totalDocs).toBe(made);
  });

  test('is answered while hooks that follow its commit go on', async () => {
    let ended = 0;
    const hooks = {
      afterChange: async () => {
        await delay(300);
        ended += 1;
      },
    };
    const service = await openGuarded({ collections: [{ ...slow, hooks }], auth }, { requestTimeout: 2000 });
    const editor = service.as(user('editor'));
    const answer = await editor.post(`${path}/bulk`, { operations: operations.slice(0, 5) });
    expect(answer).toMatchObject({ status: 200, body: { succeeded: 5 } });
    expect(ended).toBeLessThan(5);
    await expect.poll(() => ended, { timeout: 5000 }).toBe(5);
  });
});
