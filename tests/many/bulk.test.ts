/** `POST /api/{slug}/bulk`: many writes in one request. */
import { describe, expect, test } from 'vitest';
import type { CollectionConfig } from '../../runtime/config/collection-config.js';
import { refuse } from '../../runtime/errors/refusal.js';
import { type Answer, anonymous, key, user } from '../access/support/guarded-service.js';
import { articles, asDraft, done, openDesk } from '../drafts/support/desk.js';

const bulk = '/api/articles/bulk';
const nobody = '00000000-0000-7000-8000-000000000000';

async function total(desk: Awaited<ReturnType<typeof openDesk>>, slug = 'articles'): Promise<number> {
  return done(await desk.editor.get(`/api/${slug}?limit=0`)).totalDocs;
}

describe('a bulk', () => {
  test('does every operation in its order, and answers what became of each', async () => {
    const desk = await openDesk();
    const [live, pending, gone, other] = [
      await desk.publish({ title: 'Live' }),
      await desk.publish({ title: 'Old' }),
      await desk.publish({ title: 'Gone' }),
      await desk.publish({ title: 'Other' }),
    ];
    await desk.save(pending.id, { title: 'New' });
    const answer = await desk.editor.post(bulk, {
      operations: [
        { op: 'create', data: { title: 'Made' } },
        { op: 'create', data: {}, draft: true },
        { op: 'update', id: live.id, data: { rank: 1 }, ifMatch: 1 },
        { op: 'update', id: live.id, data: { rank: 2, _revision: 2 } },
        { op: 'publish', id: pending.id },
        { op: 'delete', id: gone.id },
        { op: 'unpublish', id: other.id },
      ],
    });
    expect(answer).toEqual({
      status: 200,
      headers: expect.anything(),
      body: {
        dryRun: false,
        matched: 7,
        changed: 7,
        unchanged: 0,
        succeeded: 7,
        failed: 0,
        results: [
          { index: 0, id: expect.any(String), status: 201, revision: 1 },
          { index: 1, id: expect.any(String), status: 201, revision: 1 },
          { index: 2, id: live.id, status: 200, revision: 2 },
          { index: 3, id: live.id, status: 200, revision: 3 },
          { index: 4, id: pending.id, status: 200, revision: 3 },
          { index: 5, id: gone.id, status: 200 },
          { index: 6, id: other.id, status: 200, revision: 2 },
        ],
      },
    });
    expect((await desk.published(live.id)).body).toMatchObject({ title: 'Live', rank: 2 });
    expect((await desk.published(pending.id)).body.title).toBe('New');
    expect((await desk.published(gone.id)).status).toBe(404);
    expect((await desk.published(other.id)).status).toBe(404);
    expect((await desk.published(answer.body.results[1].id)).status).toBe(404);
    const { body } = await desk.editor.get(`/api/articles/${live.id}/versions`);
    expect(body.totalDocs).toBe(3);
  });

  test('writes nothing where one operation fails, and tells of all that fail, the gravest first', async () => {
    const desk = await openDesk();
    const one = await desk.publish({ title: 'One', code: 'a' });
    const answer = await desk.editor.post(bulk, {
      operations: [
        { op: 'update', id: one.id, data: { title: 'Changed' } },
        { op: 'create', data: { title: 'Two', code: 'a' } },
        { op: 'create', data: { title: 'x'.repeat(41), rank: -1 } },
        { op: 'update', id: one.id, data: { rank: 1 }, ifMatch: 7 },
        { op: 'delete', id: nobody },
      ],
    });
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({
      code: 'NOT_FOUND',
      error: expect.stringMatching(
        /^Nothing was written: 4 of 5 failed\. operations\[4\]: There is no document/,
      ),
    });
    expect(answer.body.details.map(({ path }: { path: string }) => path)).toEqual([
      'operations[1].data.code',
      'operations[2].data.title',
      'operations[2].data.rank',
      'operations[3]',
      'operations[4]',
    ]);
    expect((await desk.published(one.id)).body).toEqual(one);
    expect(await total(desk)).toBe(1);
    expect(await desk.service.driver.all('SELECT "document" FROM "articles__versions"', [])).toHaveLength(1);
  });

  test('does each by itself with atomic: false, and answers 207 where any fails', async () => {
    const desk = await openDesk();
    const one = await desk.publish({ title: 'One' });
    const answer = await desk.editor.post(bulk, {
      atomic: false,
      operations: [
        { op: 'update', id: one.id, data: { title: 'Changed' } },
        { op: 'delete', id: nobody },
        { op: 'create', data: { rank: 'x' } },
        { op: 'update', id: one.id, data: { rank: 3 }, ifMatch: 1 },
        { op: 'create', data: { title: 'Last' } },
      ],
    });
    expect(answer.status).toBe(207);
    expect(answer.body).toMatchObject({
      succeeded: 2,
      failed: 3,
      results: [
        { index: 0, id: one.id, status: 200, revision: 2 },
        { index: 1, id: nobody, status: 404, code: 'NOT_FOUND' },
        {
          index: 2,
          id: null,
          status: 400,
          code: 'BAD_USER_INPUT',
          details: [{ path: 'title' }, { path: 'rank' }],
        },
        { index: 3, id: one.id, status: 409, code: 'CONFLICT', currentRevision: 2 },
        { index: 4, status: 201 },
      ],
    });
    expect(answer.body.results[1]).not.toHaveProperty('revision');
    expect(await total(desk)).toBe(2);
  });

  test('finds a value that is taken by another of its operations', async () => {
    const desk = await openDesk();
    const operations = [
      { op: 'create', data: { title: 'A', code: 'x' } },
      { op: 'create', data: { title: 'A', code: 'x' } },
    ];
    expect(await desk.editor.post(bulk, { operations })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', details: [{ path: 'operations[1].data.code' }] },
    });
    expect(await total(desk)).toBe(0);
    expect((await desk.editor.post(bulk, { operations, atomic: false })).status).toBe(207);
    expect(await total(desk)).toBe(1);
  });

  test('takes X-Draft for operations that do not say whether they write drafts', async () => {
    const desk = await openDesk();
    const live = await desk.publish({ title: 'Live' });
    const operations = [
      { op: 'update', id: live.id, data: { title: 'Pending' } },
      { op: 'update', id: live.id, data: { rank: 5 }, draft: false },
      { op: 'create', data: {} },
    ];
    const { body } = await desk.editor.post(bulk, { operations }, asDraft);
    expect(body).toMatchObject({ succeeded: 3 });
    expect((await desk.published(live.id)).body).toMatchObject({ title: 'Live', rank: 5 });
    expect(await desk.merged(live.id)).toMatchObject({ title: 'Pending', rank: 5 });
  });

  test('discards drafts, which count up, and refuses what was never published', async () => {
    const desk = await openDesk();
    const [live, draft] = [await desk.publish(), await desk.draft()];
    await desk.save(live.id, { title: 'Pending' });
    const operations = [live, draft].map(({ id }) => ({ op: 'discard', id }));
    expect((await desk.editor.post(bulk, { operations })).status).toBe(409);
    expect((await desk.merged(live.id))['title']).toBe('Pending');
    const { status, body } = await desk.editor.post(bulk, { operations, atomic: false });
    expect({ status, body }).toMatchObject({
      status: 207,
      body: { results: [{ status: 200, revision: 3 }, { status: 409 }] },
    });
    expect((await desk.merged(live.id))['title']).toBe('Hello');
  });

  test('leaves no trace of a dry run: no document, version, slug, revision or hook after the commit', async () => {
    const ran: string[] = [];
    const hooks = {
      beforeChange: () => void ran.push('before'),
      afterChange: () => void ran.push('after'),
      afterDelete: () => void ran.push('after delete'),
    };
    const desk = await openDesk({ collections: [{ ...articles, hooks }] });
    const [one, gone] = [await desk.publish({ title: 'One' }), await desk.publish({ title: 'Gone' })];
    ran.length = 0;
    const operations = [
      { op: 'create', data: { title: 'Made' } },
      { op: 'update', id: one.id, data: { title: 'Changed' } },
      { op: 'delete', id: gone.id },
    ];
    const { status, body } = await desk.editor.post(bulk, { operations, dryRun: true });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        dryRun: true,
        succeeded: 3,
        results: [{ status: 201 }, { status: 200, revision: 2 }, { status: 200 }],
      },
    });
    expect(ran).toEqual(['before', 'before']);
    expect(await total(desk)).toBe(2);
    expect((await desk.published(one.id)).body).toEqual(one);
    expect(await desk.service.driver.all('SELECT "document" FROM "articles__versions"', [])).toHaveLength(2);
    expect(done(await desk.editor.post('/api/articles', { title: 'Made' }))['slug']).toBe('made');
  });

  test('tells in a dry run what would fail', async () => {
    const desk = await openDesk();
    const one = await desk.publish({ title: 'One' });
    const operations = [
      { op: 'update', id: one.id, data: { rank: 1 } },
      { op: 'update', id: one.id, data: { rank: -1 } },
      // Based on the revision that the first operation would have produced.
      { op: 'update', id: one.id, data: { rank: 2 }, ifMatch: 2 },
    ];
    expect((await desk.editor.post(bulk, { operations, dryRun: true })).status).toBe(400);
    const { status, body } = await desk.editor.post(bulk, { operations, dryRun: true, atomic: false });
    expect({ status, body }).toMatchObject({
      status: 207,
      body: { dryRun: true, results: [{ status: 200 }, { status: 400 }, { status: 200, revision: 3 }] },
    });
    expect((await desk.published(one.id)).body).toEqual(one);
  });

  test('runs afterChange and afterDelete hooks when all is committed, in the order of the operations', async () => {
    const seen: string[] = [];
    const hooked: CollectionConfig = {
      ...articles,
      hooks: {
        beforeChange: ({ data }) => void seen.push(`before ${String(data['title'])}`),
        afterChange: ({ document }) => void seen.push(`after ${String(document?.['title'])}`),
        afterDelete: ({ document }) => void seen.push(`deleted ${String(document?.['title'])}`),
      },
    };
    const desk = await openDesk({ collections: [hooked] });
    const gone = await desk.publish({ title: 'Gone' });
    seen.length = 0;
    const operations = [
      { op: 'create', data: { title: 'A' } },
      { op: 'delete', id: gone.id },
      { op: 'create', data: { title: 'B' } },
    ];
    await desk.editor.post(bulk, { operations });
    expect(seen).toEqual(['before A', 'before B', 'after A', 'deleted Gone', 'after B']);
    seen.length = 0;
    await desk.editor.post(bulk, { operations });
    expect(seen).toEqual(['before A', 'before B']);
  });

  test('is refused as a whole where a hook refuses one operation', async () => {
    const picky: CollectionConfig = {
      ...articles,
      hooks: {
        beforeChange: ({ data }) => {
          if (data['title'] === 'Bad')
            throw refuse('Bad titles are not taken.', [{ path: 'title', message: 'Bad.' }]);
        },
      },
    };
    const desk = await openDesk({ collections: [picky] });
    const operations = ['A', 'Bad', 'C'].map((title) => ({ op: 'create', data: { title } }));
    expect(await desk.editor.post(bulk, { operations })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'operations[1].data.title', message: 'Bad.' }] },
    });
    expect(await total(desk)).toBe(0);
    const { body } = await desk.editor.post(bulk, { operations, atomic: false });
    expect(body.results.map(({ status }: Answer) => status)).toEqual([201, 400, 201]);
    expect(await total(desk)).toBe(2);
  });

  test('is 500 and writes nothing where a hook fails, and with atomic: false says so of that one alone', async () => {
    const broken: CollectionConfig = {
      ...articles,
      hooks: {
        beforeChange: ({ data }) => {
          if (data['title'] === 'Bad') throw new TypeError('secret words');
        },
      },
    };
    const desk = await openDesk({ collections: [broken] });
    const operations = ['A', 'Bad', 'C'].map((title) => ({ op: 'create', data: { title } }));
    const refused = await desk.editor.post(bulk, { operations });
    expect(refused).toMatchObject({ status: 500, body: { code: 'INTERNAL_ERROR' } });
    expect(await total(desk)).toBe(0);
    const { status, body } = await desk.editor.post(bulk, { operations, atomic: false });
    expect({ status, codes: body.results.map(({ code }: Answer) => code) }).toEqual({
      status: 207,
      codes: [undefined, 'INTERNAL_ERROR', undefined],
    });
    expect(JSON.stringify(body)).not.toContain('secret words');
    expect(JSON.stringify(desk.service.logged)).toContain('secret words');
  });
});

describe('the form of a bulk', () => {
  test.each([
    [{}, ['operations']],
    [{ operations: [] }, ['operations']],
    [{ operations: 'x' }, ['operations']],
    [
      { operations: [1, { op: 'replace' }, { op: 'updat' }] },
      ['operations[0]', 'operations[1].op', 'operations[2].op'],
    ],
    [
      { operations: [{ op: 'create', id: nobody, data: {}, ifMatch: 1 }] },
      ['operations[0].id', 'operations[0].ifMatch'],
    ],
    [
      {
        operations: [
          { op: 'update', data: {} },
          { op: 'delete', id: 1 },
        ],
      },
      ['operations[0].id', 'operations[1].id'],
    ],
    [
      { operations: [{ op: 'create' }, { op: 'update', id: nobody, data: [] }] },
      ['operations[0].data', 'operations[1].data'],
    ],
    [
      { operations: [{ op: 'publish', id: nobody, data: {}, draft: true }] },
      ['operations[0].data', 'operations[0].draft'],
    ],
    [
      { operations: [{ op: 'delete', id: nobody, ifMatch: '1', when: 1 }] },
      ['operations[0].when', 'operations[0].ifMatch'],
    ],
    [
      { operations: [{ op: 'create', data: {}, draft: 1 }], atomic: 1, dryRun: 'true', all: true },
      ['all', 'atomic', 'dryRun', 'operations[0].draft'],
    ],
  ])('%j is refused before anything is done, with every fault', async (body, paths) => {
    const desk = await openDesk();
    const answer = await desk.editor.post(bulk, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_USER_INPUT' } });
    expect(answer.body.details.map(({ path }: { path: string }) => path)).toEqual(paths);
  });

  test('holds 1,000 operations and no more', async () => {
    const desk = await openDesk();
    const operations = Array.from({ length: 1001 }, () => ({ op: 'create', data: { title: 'T' } }));
    const refused = await desk.editor.post(bulk, { operations });
    expect(refused).toMatchObject({ status: 413, body: { error: expect.stringContaining('1001') } });
    expect(refused.body.error).toContain('1000');
    expect(await total(desk)).toBe(0);
  });

  test('has no parameters and no If-Match', async () => {
    const desk = await openDesk();
    const operations = [{ op: 'create', data: { title: 'T' } }];
    expect((await desk.editor.post(`${bulk}?atomic=false`, { operations })).status).toBe(400);
    expect((await desk.editor.post(bulk, { operations }, { 'if-match': '"1"' })).status).toBe(400);
  });

  test('has no drafts where they are switched off', async () => {
    const desk = await openDesk({ collections: [{ ...articles, drafts: false, versions: false }] });
    const operations = [
      { op: 'publish', id: nobody },
      { op: 'create', data: { title: 'T' }, draft: true },
    ];
    const answer = await desk.editor.post(bulk, { operations });
    expect(answer.status).toBe(400);
    expect(answer.body.details.map(({ path }: { path: string }) => path)).toEqual([
      'operations[0].op',
      'operations[1].draft',
    ]);
  });
});

describe('rights in a bulk', () => {
  const byOwner: CollectionConfig = {
    slug: 'articles',
    drafts: false,
    fields: [
      { name: 'title', type: 'text' },
      { name: 'owner', type: 'text' },
      { name: 'secret', type: 'text', access: { update: ['admin'] } },
    ],
    access: {
      create: ({ data }) => data?.['owner'] === 'me',
      update: ({ document, data }) => document?.['owner'] === 'me' && data?.['title'] !== 'No',
      delete: ['admin'],
      read: ({ req }) => (req.user?.role === 'admin' ? true : { title: { not_equals: 'Hidden' } }),
    },
  };

  test('each creation is decided on by its own data', async () => {
    const desk = await openDesk({ collections: [byOwner] });
    const operations = ['me', 'you', 'me'].map((owner) => ({ op: 'create', data: { owner } }));
    expect(await desk.editor.post(bulk, { operations })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN', details: [{ path: 'operations[1]' }] },
    });
    const { body } = await desk.editor.post(bulk, { operations, atomic: false });
    expect(body.results.map(({ status }: Answer) => status)).toEqual([201, 403, 201]);
  });

  test('each change is decided on by its own data, also of the same document', async () => {
    const desk = await openDesk({ collections: [byOwner] });
    const { id } = done(await desk.editor.post('/api/articles', { owner: 'me' }));
    const titles = ['Yes', 'No', 'Yes', 'No'];
    const operations = titles.map((title) => ({ op: 'update', id, data: { title } }));
    const { body } = await desk.editor.post(bulk, { operations, atomic: false });
    expect(body.results.map(({ status }: Answer) => status)).toEqual([200, 403, 200, 403]);
    const refused = await desk.editor.post(bulk, { operations });
    expect(refused.status).toBe(403);
    expect(refused.body.details.map(({ path }: { path: string }) => path)).toEqual([
      'operations[1]',
      'operations[3]',
    ]);
  });

  test('what may not be read is not found, and fields that may not be changed are named', async () => {
    const desk = await openDesk({ collections: [byOwner] });
    const admin = desk.service.as(user('admin'));
    const hidden = done(await admin.post('/api/articles', { owner: 'me', title: 'Hidden' }));
    const mine = done(await admin.post('/api/articles', { owner: 'me' }));
    const operations = [
      { op: 'update', id: hidden.id, data: { title: 'T' } },
      { op: 'update', id: mine.id, data: { secret: 'x' } },
      { op: 'delete', id: mine.id },
    ];
    const { body } = await desk.editor.post(bulk, { operations, atomic: false });
    expect(body.results).toMatchObject([
      { status: 404 },
      { status: 403, details: [{ path: 'secret' }] },
      { status: 403 },
    ]);
    expect((await desk.editor.post(bulk, { operations })).status).toBe(403);
  });

  test('an API key needs the scope of each operation', async () => {
    const desk = await openDesk();
    const one = await desk.publish();
    const client = desk.service.as(key(['articles:read', 'articles:update']));
    const operations = [
      { op: 'update', id: one.id, data: { rank: 1 } },
      { op: 'publish', id: one.id },
      { op: 'create', data: { title: 'T' } },
      { op: 'delete', id: one.id },
    ];
    const { body } = await client.post(bulk, { operations, atomic: false });
    expect(body.results.map(({ status }: Answer) => status)).toEqual([200, 200, 403, 403]);
    expect((await client.post(bulk, { operations })).status).toBe(403);
    expect((await client.post(bulk, { operations: [operations[3]], atomic: false })).status).toBe(403);
  });

  test('who may do nothing is told so before the body is looked at', async () => {
    const desk = await openDesk();
    expect((await desk.service.as(anonymous).send('POST', bulk, 'no JSON')).status).toBe(403);
    const client = desk.service.as(key(['articles:update']));
    const operations = [{ op: 'delete', id: 7 }, { op: 'nonsense' }];
    expect((await client.post(bulk, { operations })).status).toBe(403);
  });

  test('publishing what the requester sees no draft of is not found', async () => {
    const desk = await openDesk({
      collections: [
        {
          ...articles,
          drafts: { readRoles: ['admin'] },
          access: { update: ({ document }) => document?.['_status'] !== 'draft' },
        },
      ],
    });
    const draft = done(await desk.service.as(user('admin')).post('/api/articles', { title: 'T' }, asDraft));
    const { body } = await desk.editor.post(bulk, {
      operations: [{ op: 'publish', id: draft.id }],
      atomic: false,
    });
    expect(body.results[0].status).toBe(404);
  });
});
