/** `PATCH` and `DELETE /api/{slug}?where=`: the same write for all documents that match a filter. */
import { describe, expect, test } from 'vitest';
import type { CollectionConfig } from '../../runtime/config/collection-config.js';
import { type Answer, anonymous, type Client, key, user } from '../access/support/guarded-service.js';
import { articles, asDraft, done, openDesk } from '../drafts/support/desk.js';

const path = '/api/articles';
const ranked = (rank: number, more = ''): string =>
  `${path}?where=${encodeURIComponent(JSON.stringify({ rank }))}${more}`;

async function ranks(client: Client): Promise<readonly unknown[]> {
  const { docs } = done(await client.get(`${path}?sort=title&limit=1000&select=rank&draft=true`));
  return docs.map(({ rank }: Answer) => rank);
}

async function openRanked(
  rows: readonly number[],
  collection: CollectionConfig = articles,
): Promise<Awaited<ReturnType<typeof openDesk>>> {
  const desk = await openDesk({ collections: [collection] });
  for (const [index, rank] of rows.entries()) await desk.publish({ title: `T${index}`, rank });
  return desk;
}

describe('a change by a filter', () => {
  test('changes what meets it and nothing else', async () => {
    const desk = await openRanked([1, 2, 1]);
    const { status, body } = await desk.editor.patch(ranked(1, '&expect=2'), { rank: 5 });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        dryRun: false,
        matched: 2,
        changed: 2,
        unchanged: 0,
        succeeded: 2,
        failed: 0,
        results: [0, 1].map((index) => ({ index, id: expect.any(String), status: 200, revision: 2 })),
      },
    });
    expect(await ranks(desk.editor)).toEqual([5, 2, 5]);
  });

  test('writes nothing to documents that have these values already', async () => {
    const desk = await openRanked([5, 2]);
    const all = await desk.editor.patch(`${path}?all=true`, { rank: 5 });
    expect(all.body).toMatchObject({ matched: 2, changed: 1, unchanged: 1, failed: 0 });
    const revisions = all.body.results.map(({ revision }: { revision: number }) => revision);
    expect(revisions.sort()).toEqual([1, 2]);
    expect(await ranks(desk.editor)).toEqual([5, 5]);
  });

  test('takes every document with all=true, by whatever filter', async () => {
    const desk = await openRanked([1, 2]);
    const empty = encodeURIComponent('{"OR":[{}]}');
    expect((await desk.editor.patch(`${path}?where=${empty}&all=true`, { rank: 7 })).body.changed).toBe(2);
    expect((await desk.editor.delete(`${path}?all=true`)).body).toMatchObject({ matched: 2, changed: 2 });
    expect(await ranks(desk.editor)).toEqual([]);
  });

  test('says that all=true means every document', async () => {
    const desk = await openRanked([1]);
    const { body } = await desk.editor.patch(`${path}?where={}`, { rank: 7 });
    expect(body.error).toContain('all=true');
  });

  test.each([
    ['of ASCII', 'x'.repeat(900_000)],
    ['of three bytes a character', '語'.repeat(300_000)],
  ])(
    'takes no body %s that is too large for so many documents, since nobody else could write meanwhile',
    async (_, title) => {
      const desk = await openRanked(Array.from({ length: 40 }, () => 1));
      const { status, body } = await desk.editor.patch(ranked(1, '&dryRun=true'), { title });
      expect({ status, body }).toEqual({
        status: 400,
        body: {
          code: 'BAD_USER_INPUT',
          reason: 'many.tooMuch',
          params: { count: 40, bytes: 900_012, max: 37 },
          error:
            'The filter matches 40 documents, which is too many for a body of 900012 bytes: at most 37 at once, so that ' +
            'others can write. Narrow the filter, or send less.',
        },
      });
      expect(await ranks(desk.editor)).toHaveLength(40);
    },
  );

  test('does nothing where another number of documents meets it than was expected', async () => {
    const desk = await openRanked([1, 2, 1]);
    for (const answer of [
      await desk.editor.patch(ranked(1, '&expect=3'), { rank: 5 }),
      await desk.editor.delete(ranked(1, '&expect=0&atomic=false')),
    ]) {
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT', error: expect.stringContaining('2 do'), details: [{ path: 'expect' }] },
      });
    }
    expect(await ranks(desk.editor)).toEqual([1, 2, 1]);
    expect((await desk.editor.patch(ranked(9, '&expect=0'), { rank: 5 })).body.results).toEqual([]);
  });

  test.each([
    '',
    '?where=',
    '?where={}',
    '?where={"OR":[{}]}',
    '?where={"OR":[{"rank":1},{}]}',
    '?where={"AND":[{},{"AND":[{}]}]}',
    '?where={"id":{"not_in":[]}}',
    '?where={"id":{"exists":true}}',
    '?where={"id":{"not_equals":null}}',
    '?where={"createdAt":{"exists":true},"updatedAt":{"exists":true}}',
    '?where={"id":{"contains":""}}',
    '?where={"id":{"gte":""}}',
    '?where={"id":{"not_equals":"nothing"}}',
    '?where={"id":{"not_in":["nothing",""]}}',
    '?where={"OR":[{"rank":1},{"id":{"not_equals":"nothing"}}]}',
    '?where={"rank":{"not_in":[]},"title":{"not_in":[]}}',
    '?where={"AND":[{}]}',
    '?where={"AND":[{},{"rank":{"not_in":[]}}]}',
    '?where={"OR":[{"id":{"exists":true}}]}',
    '?where={"OR":[{"rank":1},{"rank":{"not_in":[]}}]}',
    '?where={"_status":{"in":["draft","published"]}}',
    '?where={"_status":{"exists":true}}',
    '?where={"title":{"exists":true}}&draft=false',
    '?where={"rank":1}&where={"rank":2}',
    '?where={"rank":1,"rank":2}',
    '?where={"rank":1}&all=yes',
    '?where={}&all=false',
    '?where={"rank":1}&async=true',
    '?where={"rank":1}&permanent=true',
    '?where={"rank":1}&dryrun=true',
    '?where={"rank":1}&dryRun=1',
    '?where={"rank":1}&atomic=no',
    '?where={"rank":1}&expect=x',
    '?where={"rank":1}&limit=1',
    '?where[rank]=1',
  ])('%s is no filter for a change or a deletion: 400, and nothing is done', async (search) => {
    const desk = await openRanked([1, 2]);
    const encoded = search.replaceAll('{', '%7B').replaceAll('}', '%7D').replaceAll('"', '%22');
    expect(await desk.editor.patch(`${path}${encoded}`, { rank: 5 })).toMatchObject({
      status: 400,
      body: { code: 'BAD_USER_INPUT' },
    });
    expect((await desk.editor.delete(`${path}${encoded}`)).status).toBe(400);
    expect(await ranks(desk.editor)).toEqual([1, 2]);
  });

  test('takes no revision, which could be that of one document only', async () => {
    const desk = await openRanked([1]);
    expect((await desk.editor.patch(ranked(1), { rank: 5, _revision: 1 })).status).toBe(400);
    expect((await desk.editor.patch(ranked(1), { rank: 5 }, { 'if-match': '"1"' })).status).toBe(400);
    expect((await desk.editor.delete(ranked(1), { 'if-match': '"1"' })).status).toBe(400);
  });

  test('saves drafts with X-Draft, and finds documents in the view that draft says', async () => {
    const desk = await openRanked([1, 1]);
    expect((await desk.editor.patch(ranked(1), { rank: 7 }, asDraft)).body).toMatchObject({ succeeded: 2 });
    const published = done(await desk.editor.get(`${path}?draft=false`)).docs;
    expect(published.map(({ rank }: Answer) => rank)).toEqual([1, 1]);
    expect((await desk.editor.patch(ranked(1, '&draft=true'), { code: 'x' })).body.results).toEqual([]);
    expect((await desk.editor.patch(ranked(7, '&draft=false'), { code: 'x' })).body.results).toEqual([]);
    expect((await desk.editor.patch(ranked(7, '&draft=true'), { rank: 8 })).body.succeeded).toBe(2);
    expect((await desk.editor.delete(ranked(8, '&draft=false'), asDraft)).status).toBe(400);
    expect((await desk.editor.delete(ranked(8, '&draft=false'))).body.succeeded).toBe(2);
  });

  test('writes nothing where one document refuses, and names it', async () => {
    const desk = await openRanked([1, 1, 1]);
    const refused = await desk.editor.patch(ranked(1), { code: 'same' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    const { docs } = done(await desk.editor.get(`${path}?sort=id&select=code`));
    expect(docs.map(({ code }: Answer) => code)).toEqual([null, null, null]);
    expect(refused.body.details.map(({ path }: { path: string }) => path)).toEqual(
      docs.slice(1).map(({ id }: Answer) => `documents.${id}.code`),
    );
    const { status, body } = await desk.editor.patch(ranked(1, '&atomic=false'), { code: 'same' });
    expect({ status, body }).toMatchObject({
      status: 207,
      body: {
        succeeded: 1,
        failed: 2,
        results: [{ status: 200 }, { status: 409, code: 'CONFLICT' }, { status: 409 }],
      },
    });
  });

  test('with a body that no document takes is refused as a single one is', async () => {
    const desk = await openRanked([1, 1]);
    const refusal = { code: 'BAD_USER_INPUT', details: [{ path: 'rank' }, { path: 'nothing' }] };
    const wrong = { rank: -1, nothing: 1 };
    for (const more of ['', '&dryRun=true']) {
      expect(await desk.editor.patch(ranked(1, more), wrong)).toMatchObject({ status: 400, body: refusal });
    }
    // Without `atomic` each document has its result, also where all of them fail.
    expect(await desk.editor.patch(ranked(1, '&atomic=false'), wrong)).toMatchObject({
      status: 207,
      body: { changed: 0, failed: 2, results: [refusal, refusal] },
    });
  });

  test('of more than 1,000 documents is refused with their number', async () => {
    const desk = await openDesk();
    for (const batch of [...Array.from({ length: 5 }, () => 200), 2]) {
      const operations = Array.from({ length: batch }, () => ({
        op: 'create',
        data: { rank: 1 },
        draft: true,
      }));
      done(await desk.editor.post(`${path}/bulk`, { operations }));
    }
    const refused = await desk.editor.delete(ranked(1));
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'where' }] } });
    expect(refused.body.error).toContain('1002');
    expect(done(await desk.editor.get(`${path}?limit=0`)).totalDocs).toBe(1002);
  }, 60_000);
});

describe('a deletion by a filter', () => {
  test('deletes what meets it, with drafts that were never published', async () => {
    const desk = await openRanked([1, 2]);
    await desk.draft({ title: 'Draft', rank: 1 });
    expect((await desk.editor.delete(ranked(1, '&dryRun=true'))).body).toMatchObject({
      dryRun: true,
      succeeded: 2,
    });
    expect(await ranks(desk.editor)).toHaveLength(3);
    const { status, body } = await desk.editor.delete(ranked(1, '&expect=2'));
    expect({ status, body }).toMatchObject({ status: 200, body: { dryRun: false, succeeded: 2 } });
    expect(body.results[0]).not.toHaveProperty('revision');
    expect(await ranks(desk.editor)).toEqual([2]);
  });

  test('tells in a dry run which documents others forbid to delete', async () => {
    const notes: CollectionConfig = {
      slug: 'notes',
      drafts: false,
      fields: [{ name: 'about', type: 'relationship', to: 'articles', required: true, onDelete: 'restrict' }],
    };
    const desk = await openDesk({ collections: [articles, notes] });
    const ids = [];
    for (const title of ['A', 'B']) ids.push((await desk.publish({ title, rank: 1 })).id);
    done(await desk.editor.post('/api/notes', { about: ids[1] }));
    const { status, body } = await desk.editor.delete(ranked(1, '&dryRun=true&atomic=false'));
    expect({ status, body }).toMatchObject({
      status: 207,
      body: {
        succeeded: 1,
        failed: 1,
        results: [
          { id: ids[0], status: 200 },
          { id: ids[1], status: 409 },
        ],
      },
    });
    expect((await desk.editor.delete(ranked(1))).status).toBe(409);
    expect(await ranks(desk.editor)).toEqual([1, 1]);
  });
});

describe('rights of a change by a filter', () => {
  const shared: CollectionConfig = {
    ...articles,
    access: {
      read: ({ req }) => (req.user?.role === 'admin' ? true : { title: { not_equals: 'T0' } }),
      update: ({ document }) => document?.['code'] !== 'locked',
      delete: ({ document }) => document?.['code'] !== 'locked',
    },
  };

  test('what may be read but not changed counts as failed, and what may not be read does not match', async () => {
    const desk = await openDesk({ collections: [shared] });
    const admin = desk.service.as(user('admin'));
    for (const [index, code] of ['a', 'locked', 'c'].entries()) {
      done(await admin.post(path, { title: `T${index}`, rank: 1, code }));
    }
    const refused = await desk.editor.patch(ranked(1), { rank: 2 });
    expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN', details: [{}] } });
    expect(await ranks(admin)).toEqual([1, 1, 1]);
    const { status, body } = await desk.editor.patch(ranked(1, '&atomic=false&expect=2'), { rank: 2 });
    expect({ status, body }).toMatchObject({
      status: 207,
      body: { succeeded: 1, failed: 1, results: [{ status: 403, code: 'FORBIDDEN' }, { status: 200 }] },
    });
    expect(await ranks(admin)).toEqual([1, 1, 2]);
    expect((await desk.editor.delete(ranked(1, '&atomic=false'))).body).toMatchObject({
      succeeded: 0,
      failed: 1,
    });
  });

  test('who may change nothing, or read nothing, is told so first', async () => {
    const desk = await openRanked([1]);
    expect((await desk.service.as(anonymous).patch(`${path}?nonsense`, {})).status).toBe(403);
    expect((await desk.service.as(key(['articles:delete'])).delete(`${path}?nonsense`)).status).toBe(403);
    expect((await desk.service.as(key(['articles:read', 'articles:update'])).delete(ranked(1))).status).toBe(
      403,
    );
    expect(
      (await desk.service.as(key(['articles:read', 'articles:delete'])).delete(ranked(1))).body.succeeded,
    ).toBe(1);
  });

  test('a filter on hidden fields is refused', async () => {
    const hidden: CollectionConfig = {
      slug: 'articles',
      fields: [
        { name: 'title', type: 'text' },
        { name: 'secret', type: 'text', access: { read: ['admin'] } },
      ],
    };
    const desk = await openDesk({ collections: [hidden] });
    const search = `?where=${encodeURIComponent('{"secret":"x"}')}`;
    expect((await desk.editor.patch(`${path}${search}`, { title: 'T' })).status).toBe(403);
    expect((await desk.editor.delete(`${path}${search}&dryRun=true`)).status).toBe(403);
  });
});
