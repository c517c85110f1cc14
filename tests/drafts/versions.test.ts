import { describe, expect, test } from 'vitest';
import type { CollectionConfig } from '../../runtime/config/collection-config.js';
import type { FieldConfig } from '../../runtime/config/field-config.js';
import { type Answer, key, user } from '../access/support/guarded-service.js';
import { testDialect } from '../support/test-database.js';
import { articles, asDraft, type Desk, done, openDesk } from './support/desk.js';

const versionsOf = async (desk: Desk, id: string, search = ''): Promise<Answer> =>
  done(await desk.editor.get(`/api/articles/${id}/versions${search}`));

const restore = (desk: Desk, id: string, version: string): ReturnType<Desk['published']> =>
  desk.editor.post(`/api/articles/${id}/versions/${version}/restore`, {});

test('every publish and every draft save is kept, newest first', async () => {
  const desk = await openDesk();
  const article = await desk.publish({ title: 'One' });
  const { id } = article;
  const { _pending, ...draft } = done(await desk.save(id, { title: 'Two' }));
  expect(_pending).toBe(true);
  const published = done(await desk.editor.post(`/api/articles/${id}/publish`, {}));
  done(await desk.editor.patch(`/api/articles/${id}`, { rank: 1 }));
  done(await desk.editor.post(`/api/articles/${id}/unpublish`, {}));
  const { docs, ...envelope } = await versionsOf(desk, id);
  expect(envelope).toEqual({ totalDocs: 4, page: 1, totalPages: 1, hasNextPage: false, hasPrevPage: false });
  expect(docs).toMatchObject([
    { status: 'published', document: { title: 'Two', rank: 1, _revision: 4 } },
    { status: 'published', document: published },
    { status: 'draft', document: draft },
    { status: 'published', document: article },
  ]);
  expect(Object.keys(docs[0])).toEqual(['id', 'createdAt', 'createdBy', 'status', 'document']);
  const one = await desk.editor.get(`/api/articles/${id}/versions/${docs[2].id}`);
  expect(one).toMatchObject({ status: 200, body: docs[2] });
  const page = await versionsOf(desk, id, '?limit=1&page=2');
  expect(page).toMatchObject({
    docs: [docs[1]],
    totalDocs: 4,
    totalPages: 4,
    hasNextPage: true,
    hasPrevPage: true,
  });
});

test('a version says who made it', async () => {
  const desk = await openDesk();
  const editor = user('editor');
  const { id } = await desk.publish();
  done(await desk.service.as(key('editor')).patch(`/api/articles/${id}`, { rank: 1 }, asDraft));
  const { docs } = await versionsOf(desk, id);
  expect(docs.map(({ createdBy }: Answer) => createdBy)).toEqual([
    'key:key',
    editor.kind === 'user' && editor.user.id,
  ]);
  const open = await openDesk({ secured: false });
  const article = await open.publish();
  expect((await versionsOf(open, article.id)).docs).toMatchObject([{ createdBy: null }]);
});

test('the oldest versions go in the transaction of the newest', async () => {
  const desk = await openDesk({ collections: [{ ...articles, versions: { max: 3 } }] });
  const { id } = await desk.publish({ title: 'T' });
  const other = await desk.publish({ title: 'Other' });
  for (let rank = 1; rank <= 5; rank += 1) {
    done(await desk.save(id, { rank }));
    const { docs } = await versionsOf(desk, id);
    expect(docs.length).toBe(Math.min(rank + 1, 3));
  }
  const { docs } = await versionsOf(desk, id);
  expect(docs.map(({ document }: Answer) => document.rank)).toEqual([5, 4, 3]);
  expect((await versionsOf(desk, other.id)).totalDocs).toBe(1);
});

test('a version that the document has not is not found', async () => {
  const desk = await openDesk();
  const one = await desk.publish({ title: 'One' });
  const two = await desk.publish({ title: 'Two' });
  const [version] = (await versionsOf(desk, one.id)).docs;
  for (const path of [`${two.id}/versions/${version.id}`, `${one.id}/versions/nothing`]) {
    expect(await desk.editor.get(`/api/articles/${path}`)).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
    expect((await desk.editor.post(`/api/articles/${path}/restore`, {})).status).toBe(404);
  }
});

test('fields that may not be read are left out', async () => {
  const note: FieldConfig = { name: 'note', type: 'text', access: { read: ['editor'] } };
  const desk = await openDesk({
    collections: [{ slug: 'articles', versions: true, fields: [{ name: 'title', type: 'text' }, note] }],
  });
  const { id } = await desk.publish({ title: 'T', note: 'secret' });
  const author = desk.service.as(user('author'));
  const { docs } = done(await author.get(`/api/articles/${id}/versions`));
  expect(docs[0].document).toMatchObject({ title: 'T' });
  expect(JSON.stringify(docs)).not.toContain('note');
});

describe('under a constraint for reading', () => {
  /** Authors read the documents that match the constraint; editors read everything. */
  const openBound = (constraint: () => object): Promise<Desk> =>
    openDesk({
      collections: [
        {
          slug: 'articles',
          versions: true,
          access: { read: ({ req }) => (req.user?.role === 'author' ? constraint() : true) },
          fields: [
            { name: 'title', type: 'text' },
            { name: 'state', type: 'select', options: ['open', 'closed'] },
            { name: 'rank', type: 'number' },
            { name: 'due', type: 'date', time: true },
            { name: 'place', type: 'point' },
            { name: 'seo', type: 'group', fields: [{ name: 'robots', type: 'boolean' }] },
            { name: 'labels', type: 'text', hasMany: true },
            { name: 'items', type: 'array', fields: [{ name: 'label', type: 'text' }] },
            { name: 'author', type: 'relationship', to: 'people' },
            { name: 'readers', type: 'relationship', to: 'people', hasMany: true },
            { name: 'about', type: 'relationship', to: ['people', 'articles'] },
          ],
        },
        { slug: 'people', fields: [{ name: 'name', type: 'text' }] },
      ],
    });

  test('a version is what the document was then: what the constraint keeps away is in none that is shown', async () => {
    const desk = await openBound(() => ({ state: { equals: 'open' } }));
    const { id } = await desk.publish({ title: 'Secret', state: 'closed' });
    done(await desk.editor.patch(`/api/articles/${id}`, { title: 'Told', state: 'open' }));
    done(await desk.save(id, { title: 'Telling' }));
    const author = desk.service.as(user('author'));
    const { docs, totalDocs } = done(await author.get(`/api/articles/${id}/versions`));
    expect(docs.map(({ document }: Answer) => document.title)).toEqual(['Telling', 'Told']);
    expect(totalDocs).toBe(2);
    expect(done(await author.get(`/api/articles/${id}/versions?limit=1&page=2`))).toMatchObject({
      totalPages: 2,
      docs: [{ document: { title: 'Told' } }],
    });
    const secret = (await versionsOf(desk, id)).docs.at(-1);
    expect(secret.document.title).toBe('Secret');
    const path = `/api/articles/${id}/versions/${secret.id}`;
    expect(await author.get(path)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect((await author.post(`${path}/restore`, {})).status).toBe(404);
    expect((await desk.editor.post(`${path}/restore`, {})).status).toBe(200);
    // The document itself is not visible any more, and neither is its history.
    expect((await author.get(`/api/articles/${id}/versions`)).status).toBe(404);
  });

  const ann = '01990b5e-6c2f-7a41-9d3e-2b8f4c6a7e10';

  test.each([
    [{ rank: { gte: 5 } }, { rank: 4 }, { rank: 5 }],
    [{ due: { lt: '2026-06-01' } }, { due: '2026-07-01T00:00:00Z' }, { due: '2026-05-01T00:00:00Z' }],
    [{ place: { within: [0, 0, 10, 10] } }, { place: [20, 20] }, { place: [5, 5] }],
    [{ 'seo.robots': true }, { seo: { robots: false } }, { seo: { robots: true } }],
    [{ labels: { contains: 'a' } }, { labels: ['b'] }, { labels: ['b', 'a'] }],
    [{ 'items.label': 'a' }, { items: [{ label: 'b' }] }, { items: [{ label: 'b' }, { label: 'a' }] }],
    [{ title: { contains: 'OPEN' } }, { title: 'shut' }, { title: 'opened' }],
    [{ author: { exists: false } }, { author: ann }, { author: null }],
    [{ 'author.name': 'Ann' }, { author: null }, { author: ann }],
    [{ 'author.name': { not_equals: 'Ann' } }, { author: ann }, { author: null }],
    [{ readers: { contains: ann } }, { readers: [] }, { readers: [ann] }],
    [{ 'readers.name': 'Ann' }, { readers: [] }, { readers: [ann] }],
    [
      { about: { collection: 'people', id: ann } },
      { about: null },
      { about: { collection: 'people', id: ann } },
    ],
    [{ 'about.name': 'Ann' }, { about: null }, { about: { collection: 'people', id: ann } }],
    [{ OR: [{ rank: 1 }, { state: 'open' }] }, { state: 'closed' }, { state: 'open' }],
  ])('%j holds for a version as it does for a document', async (constraint, outside, inside) => {
    let bound: object = {};
    const desk = await openBound(() => bound);
    const { id: known } = done(await desk.editor.post('/api/people', { name: 'Ann' }));
    const named = (value: object): object => JSON.parse(JSON.stringify(value).replaceAll(ann, known));
    bound = named(constraint);
    const { id } = await desk.publish({ title: 'x', ...named(outside) });
    done(await desk.editor.patch(`/api/articles/${id}`, named(inside)));
    const { docs } = done(await desk.service.as(user('author')).get(`/api/articles/${id}/versions`));
    expect(docs.map(({ document }: Answer) => document._revision)).toEqual([2]);
  });

  test('on the status tells what was a draft then from what was published', async () => {
    const desk = await openBound(() => ({ _status: { equals: 'published' } }));
    const { id } = await desk.draft({ title: 'Draft' });
    done(await desk.editor.post(`/api/articles/${id}/publish`, {}));
    const { docs } = done(await desk.service.as(user('author')).get(`/api/articles/${id}/versions`));
    expect(docs).toMatchObject([{ status: 'published' }]);
  });
});

describe('restoring', () => {
  test('makes the version the draft, and publishes nothing', async () => {
    const desk = await openDesk();
    const { id } = await desk.publish({ title: 'One', rank: 1, items: [{ label: 'a' }] });
    done(await desk.editor.patch(`/api/articles/${id}`, { title: 'Two', items: [] }));
    const [, first] = (await versionsOf(desk, id)).docs;
    const restored = await restore(desk, id, first.id);
    expect(restored).toMatchObject({
      status: 200,
      body: { title: 'One', rank: 1, items: first.document.items, _status: 'published', _revision: 3 },
    });
    expect((await desk.published(id)).body).toMatchObject({ title: 'Two', _revision: 2 });
    expect((await versionsOf(desk, id)).docs[0]).toMatchObject({ status: 'draft' });
    expect(done(await desk.editor.post(`/api/articles/${id}/publish`, {}))).toMatchObject({ title: 'One' });
  });

  test('writes the document where drafts are switched off', async () => {
    const desk = await openDesk({ collections: [{ ...articles, drafts: false }] });
    const { id } = await desk.publish({ title: 'One' });
    done(await desk.editor.patch(`/api/articles/${id}`, { title: 'Two' }));
    const [, first] = (await versionsOf(desk, id)).docs;
    expect(done(await restore(desk, id, first.id))).toMatchObject({ title: 'One', _revision: 3 });
    expect((await desk.published(id)).body).toMatchObject({ title: 'One' });
  });

  test('compares If-Match with the newest revision', async () => {
    const desk = await openDesk();
    const { id } = await desk.publish({ title: 'One' });
    await desk.save(id, { title: 'Two' });
    const [, first] = (await versionsOf(desk, id)).docs;
    const path = `/api/articles/${id}/versions/${first.id}/restore`;
    expect(await desk.editor.post(path, {}, { 'if-match': '"1"' })).toMatchObject({
      status: 409,
      body: { currentRevision: 2 },
    });
    expect((await desk.editor.post(path, {}, { 'if-match': '"2"' })).status).toBe(200);
  });

  test('leaves out pointers to documents that are gone', async () => {
    const desk = await openDesk();
    const target = await desk.publish({ title: 'Target' });
    const { id } = await desk.publish({ title: 'One', related: [target.id] });
    done(await desk.editor.patch(`/api/articles/${id}`, { title: 'Two', related: [] }));
    done(await desk.editor.delete(`/api/articles/${target.id}`));
    const { docs } = await versionsOf(desk, id);
    expect(done(await restore(desk, id, docs.at(-1).id))).toMatchObject({ title: 'One', related: [] });
  });

  test('keeps what is required where nothing may lack it, and what the version does not name', async () => {
    const to = { type: 'relationship', to: 'people' } as const;
    const desk = await openDesk({
      collections: [
        {
          slug: 'articles',
          drafts: false,
          versions: true,
          fields: [
            { name: 'title', type: 'text' },
            { name: 'author', ...to, required: true },
            {
              name: 'credits',
              type: 'group',
              fields: [
                { name: 'photo', ...to },
                { name: 'text', ...to },
              ],
            },
          ],
        },
        { slug: 'people', drafts: false, fields: [{ name: 'name', type: 'text' }] },
      ],
    });
    const person = async (): Promise<string> => done(await desk.editor.post('/api/people', {})).id;
    const [gone, here] = [await person(), await person()];
    const { id } = await desk.publish({ title: 'One', author: gone, credits: { photo: gone } });
    const [version] = (await versionsOf(desk, id)).docs;
    done(
      await desk.editor.patch(`/api/articles/${id}`, { title: 'Two', author: here, credits: { text: here } }),
    );
    done(await desk.editor.delete(`/api/people/${gone}`));
    // The field did not exist when the version was made.
    const older =
      testDialect === 'sqlite'
        ? `json_remove("snapshot", '$.credits.text')`
        : `("snapshot"::jsonb #- '{credits,text}')::text`;
    await desk.service.driver.run(`UPDATE "articles__versions" SET "snapshot" = ${older}`, []);
    expect(done(await restore(desk, id, version.id))).toMatchObject({
      title: 'One',
      author: here,
      credits: { photo: null, text: here },
    });
  });

  test('keeps fields that the requester must not change', async () => {
    const rank: FieldConfig = { name: 'rank', type: 'number', access: { update: ['editor'] } };
    const desk = await openDesk({
      collections: [{ slug: 'articles', versions: true, fields: [{ name: 'title', type: 'text' }, rank] }],
    });
    const { id } = await desk.publish({ title: 'One', rank: 1 });
    done(await desk.editor.patch(`/api/articles/${id}`, { title: 'Two', rank: 2 }));
    const { docs } = await versionsOf(desk, id);
    const author = desk.service.as(user('author'));
    const path = `/api/articles/${id}/versions/${docs.at(-1).id}/restore`;
    expect(done(await author.post(path, {}))).toMatchObject({ title: 'One', rank: 2 });
  });

  test('of a version of another config takes what still fits', async () => {
    const now: CollectionConfig = {
      slug: 'articles',
      versions: true,
      fields: [
        { name: 'title', type: 'text', maxLength: 5 },
        { name: 'kind', type: 'select', options: ['a', 'b'] },
        { name: 'rank', type: 'number' },
        {
          name: 'seo',
          type: 'group',
          fields: [
            { name: 'robots', type: 'boolean' },
            { name: 'text', type: 'text' },
          ],
        },
        {
          name: 'items',
          type: 'array',
          fields: [
            { name: 'label', type: 'text' },
            { name: 'price', type: 'number' },
          ],
        },
        {
          name: 'body',
          type: 'blocks',
          blocks: [{ slug: 'quote', fields: [{ name: 'text', type: 'text' }] }],
        },
        { name: 'added', type: 'text', default: 'new' },
      ],
    };
    const desk = await openDesk({ collections: [now] });
    const { id } = await desk.publish({ title: 'Now' });
    const old = {
      title: 'Too long',
      kind: 'gone',
      rank: 'first',
      removed: 'x',
      seo: { robots: 'yes', text: 'kept', removed: 1 },
      items: [{ id: 'r', label: 'kept', price: 'dear', removed: true }],
      body: [
        { id: 'q', blockType: 'quote', text: 'kept' },
        { id: 'h', blockType: 'hero', text: 'gone' },
      ],
    };
    const { driver } = desk.service;
    await driver.run('UPDATE "articles__versions" SET "snapshot" = ?', [JSON.stringify({ id, ...old })]);
    const [version] = (await versionsOf(desk, id)).docs;
    const items = [{ id: 'r', label: 'kept' }];
    expect(version.document).toMatchObject({ id, rank: null, seo: { robots: null, text: 'kept' }, items });
    expect(JSON.stringify(version)).not.toMatch(/removed|hero/);
    expect(done(await restore(desk, id, version.id))).toMatchObject({
      title: 'Now',
      kind: null,
      rank: null,
      seo: { robots: null, text: 'kept' },
      items,
      body: [{ id: 'q', blockType: 'quote', text: 'kept' }],
      added: 'new',
    });
  });
});
