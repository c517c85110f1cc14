import { describe, expect, test } from 'vitest';
import { testDialect } from '../support/test-database.js';
import { articles, asDraft, done, openDesk } from './support/desk.js';

describe('publish', () => {
  test('makes the pending draft what is published', async () => {
    const desk = await openDesk();
    const article = await desk.publish({ title: 'Old', rank: 1 });
    await desk.save(article.id, { title: 'New' });
    const published = await desk.editor.post(`/api/articles/${article.id}/publish`, {});
    expect(published).toMatchObject({
      status: 200,
      body: { id: article.id, createdAt: article.createdAt, title: 'New', rank: 1, _revision: 3 },
    });
    expect(published.headers.get('etag')).toBe('"3"');
    expect((await desk.published(article.id)).body).toEqual(published.body);
    expect(await desk.merged(article.id)).toEqual({ ...published.body, _pending: false });
    expect(await desk.service.driver.all('SELECT "id" FROM "articles__pending"', [])).toEqual([]);
  });

  test('publishes a document for the first time', async () => {
    const desk = await openDesk();
    const { id, slug } = await desk.draft({ title: 'Hello', items: [{ label: 'a' }], related: [] });
    const published = done(await desk.editor.post(`/api/articles/${id}/publish`, {}));
    expect(published).toMatchObject({ _status: 'published', _revision: 2, slug, items: [{ label: 'a' }] });
    expect((await desk.published(id)).body).toEqual(published);
  });

  test('wants what is required, in rows and groups too, and publishes nothing otherwise', async () => {
    const desk = await openDesk();
    const { id } = await desk.draft({ items: [{ price: 1 }], seo: { robots: null } });
    expect(await desk.editor.post(`/api/articles/${id}/publish`, {})).toMatchObject({
      status: 400,
      body: { code: 'BAD_USER_INPUT' },
    });
    const { details } = (await desk.editor.post(`/api/articles/${id}/publish`, {})).body;
    expect(details.map(({ path }: { path: string }) => path).sort()).toEqual([
      'items.0.label',
      'seo.robots',
      'title',
    ]);
    expect((await desk.published(id)).status).toBe(404);

    const live = await desk.publish({ title: 'T' });
    await desk.save(live.id, { title: null });
    expect(await desk.editor.post(`/api/articles/${live.id}/publish`, {})).toMatchObject({
      status: 400,
      body: { details: [{ path: 'title', message: 'This field is required.' }] },
    });
    expect((await desk.published(live.id)).body.title).toBe('T');
  });

  test('writes nothing where nothing is pending', async () => {
    const desk = await openDesk();
    const article = await desk.publish();
    expect(done(await desk.editor.post(`/api/articles/${article.id}/publish`, {}))).toEqual(article);
    expect((await desk.editor.get(`/api/articles/${article.id}/versions`)).body.totalDocs).toBe(1);
  });

  test('takes no value from the draft that is not pending', async () => {
    const desk = await openDesk();
    const { id } = await desk.publish({ title: 'Old', rank: 1 });
    await desk.save(id, { title: 'New' });
    // A change by hand, which the draft does not contain.
    await desk.service.driver.run('UPDATE "articles" SET "rank" = 7', []);
    done(await desk.editor.post(`/api/articles/${id}/publish`, {}));
    expect((await desk.published(id)).body).toMatchObject({ title: 'New', rank: 7 });
  });

  test('is refused for a document that is not there', async () => {
    const desk = await openDesk();
    const { id } = await desk.publish();
    done(await desk.editor.delete(`/api/articles/${id}`));
    for (const step of ['publish', 'unpublish']) {
      expect((await desk.editor.post(`/api/articles/${id}/${step}`, {})).status).toBe(404);
    }
    expect((await desk.editor.delete(`/api/articles/${id}/draft`)).status).toBe(404);
  });

  test('runs validation callbacks on what is pending, and a hook may refuse', async () => {
    const desk = await openDesk({
      collections: [
        {
          slug: 'articles',
          fields: [
            {
              name: 'title',
              type: 'text',
              validate: (value, { draft }) => draft || value !== 'bad' || 'Not for the public.',
            },
          ],
        },
      ],
    });
    const { id } = await desk.publish({ title: 'good' });
    await desk.save(id, { title: 'bad' });
    expect(await desk.editor.post(`/api/articles/${id}/publish`, {})).toMatchObject({
      status: 400,
      body: { details: [{ path: 'title', message: 'Not for the public.' }] },
    });
  });
});

describe('unpublish', () => {
  test('takes the document from the public and keeps its content as a draft', async () => {
    const desk = await openDesk();
    const { id } = await desk.publish({ title: 'Old', rank: 1 });
    await desk.save(id, { title: 'New' });
    const draft = done(await desk.editor.post(`/api/articles/${id}/unpublish`, {}));
    expect(draft).toMatchObject({ title: 'New', rank: 1, _status: 'draft', _revision: 3 });
    expect((await desk.published(id)).status).toBe(404);
    expect(await desk.merged(id)).toEqual(draft);
    const published = done(await desk.editor.post(`/api/articles/${id}/publish`, {}));
    expect(published).toMatchObject({ title: 'New', rank: 1, _status: 'published', _revision: 4 });
    expect((await desk.published(id)).body).toEqual(published);
  });

  test('leaves what was published under a draft to the history, from where it is restored as the draft', async () => {
    const desk = await openDesk();
    const { id } = await desk.publish({ title: 'Old', rank: 1 });
    await desk.save(id, { title: 'New' });
    done(await desk.editor.post(`/api/articles/${id}/unpublish`, {}));
    const { docs } = done(await desk.editor.get(`/api/articles/${id}/versions`));
    expect(docs.at(-1)).toMatchObject({ status: 'published', document: { title: 'Old' } });
    const path = `/api/articles/${id}/versions/${docs.at(-1).id}/restore`;
    expect(done(await desk.editor.post(path, {}))).toMatchObject({ title: 'Old', _status: 'draft' });
    expect((await desk.published(id)).status).toBe(404);
  });

  test('of a draft writes nothing', async () => {
    const desk = await openDesk();
    const draft = await desk.draft();
    expect(done(await desk.editor.post(`/api/articles/${draft.id}/unpublish`, {}))).toEqual(draft);
  });

  test('keeps what is unique taken', async () => {
    const desk = await openDesk();
    const { id } = await desk.publish({ title: 'T', code: 'a' });
    done(await desk.editor.post(`/api/articles/${id}/unpublish`, {}));
    expect((await desk.editor.post('/api/articles', { title: 'U', code: 'a' })).status).toBe(409);
  });

  test('leaves pointers to the document as they are', async () => {
    const desk = await openDesk();
    const target = await desk.publish({ title: 'Target' });
    const { id } = await desk.publish({ title: 'Pointer', related: [target.id] });
    done(await desk.editor.post(`/api/articles/${target.id}/unpublish`, {}));
    expect((await desk.published(id)).body.related).toEqual([target.id]);
    expect((await desk.anonymous.get(`/api/articles/${id}?depth=1`)).body.related).toEqual([]);
  });
});

describe('discarding a draft', () => {
  test('shows what is published again, under a revision of its own that the public does not see', async () => {
    const desk = await openDesk();
    const article = await desk.publish({ title: 'Old' });
    await desk.save(article.id, { title: 'New' });
    const discarded = done(await desk.editor.delete(`/api/articles/${article.id}/draft`));
    expect(discarded).toMatchObject({ title: 'Old', _status: 'published', _revision: 3 });
    expect(await desk.merged(article.id)).toEqual(discarded);
    const published = await desk.published(article.id);
    expect(published.body).toEqual(article);
    expect(published.headers.get('etag')).toBe('"1"');
    expect(done(await desk.editor.patch(`/api/articles/${article.id}`, { rank: 1 }))._revision).toBe(4);
    expect(await desk.service.driver.all('SELECT "id" FROM "articles__pending"', [])).toEqual([]);
  });

  test('is refused for a document that was never published, and for one that was unpublished', async () => {
    const desk = await openDesk();
    const { id } = await desk.draft();
    expect(await desk.editor.delete(`/api/articles/${id}/draft`)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    });
    expect(await desk.merged(id)).toMatchObject({ title: 'Hello' });
    const unpublished = await desk.publish();
    done(await desk.editor.post(`/api/articles/${unpublished.id}/unpublish`, {}));
    expect(await desk.editor.delete(`/api/articles/${unpublished.id}/draft`)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    });
    expect(await desk.merged(unpublished.id)).toMatchObject({ title: 'Hello', _status: 'draft' });
  });
});

describe('deletion', () => {
  test('takes drafts and history along', async () => {
    const desk = await openDesk();
    const { id } = await desk.publish({ title: 'a', items: [{ label: 'x' }] });
    await desk.save(id, { title: 'b' });
    const never = await desk.draft();
    for (const one of [id, never.id]) done(await desk.editor.delete(`/api/articles/${one}`));
    for (const table of ['articles', 'articles__pending', 'articles__versions']) {
      expect(await desk.service.driver.all(`SELECT "id" FROM "${table}"`, [])).toEqual([]);
    }
    expect((await desk.editor.get(`/api/articles/${id}?draft=true`)).status).toBe(404);
  });

  test('of a target counts the pointers of drafts', async () => {
    const desk = await openDesk({
      collections: [
        {
          slug: 'articles',
          fields: [
            { name: 'title', type: 'text' },
            { name: 'author', type: 'relationship', to: 'people', onDelete: 'restrict' },
            { name: 'editor', type: 'relationship', to: 'people' },
            { name: 'helpers', type: 'relationship', to: 'people', hasMany: true },
            { name: 'owner', type: 'relationship', to: 'people', onDelete: 'cascade' },
            { name: 'rows', type: 'array', fields: [{ name: 'who', type: 'relationship', to: 'people' }] },
          ],
        },
        { slug: 'people', fields: [{ name: 'name', type: 'text' }] },
      ],
    });
    const person = async (): Promise<string> => done(await desk.editor.post('/api/people', { name: 'P' })).id;
    const [kept, gone, cascading] = [await person(), await person(), await person()];
    const live = await desk.publish({ title: 'live', helpers: [gone] });
    done(
      await desk.save(live.id, {
        author: kept,
        editor: gone,
        helpers: [kept, gone],
        owner: cascading,
        rows: [{ who: gone }],
      }),
    );
    const never = await desk.draft({ title: 'never', owner: cascading });
    expect(await desk.editor.delete(`/api/people/${kept}`)).toMatchObject({
      status: 409,
      body: { details: [{ path: 'articles.author' }] },
    });

    done(await desk.editor.delete(`/api/people/${gone}`));
    expect((await desk.published(live.id)).body).toMatchObject({ helpers: [], _revision: 3 });
    expect(await desk.merged(live.id)).toMatchObject({
      editor: null,
      helpers: [kept],
      rows: [{ who: null }],
      author: kept,
      _revision: 3,
    });

    done(await desk.editor.delete(`/api/people/${cascading}`));
    // Discarding a draft keeps what is published; a document that is only a draft is deleted.
    expect((await desk.published(live.id)).body).toMatchObject({ title: 'live', _revision: 3 });
    expect(await desk.merged(live.id)).toMatchObject({ owner: null, _revision: 4 });
    expect((await desk.editor.get(`/api/articles/${never.id}?draft=true`)).status).toBe(404);
  });

  test('of a draft that others point to clears them', async () => {
    const desk = await openDesk();
    const target = await desk.draft({ title: 'Target' });
    const { id } = await desk.publish({ title: 'Pointer', related: [target.id] });
    expect((await desk.anonymous.get(`/api/articles/${id}?depth=1`)).body.related).toEqual([]);
    done(await desk.editor.delete(`/api/articles/${target.id}`));
    expect((await desk.published(id)).body).toMatchObject({ related: [], _revision: 2 });
  });
});

describe('relations of every kind', () => {
  const place = { type: 'relationship', to: 'places' } as const;
  const any = { type: 'relationship', to: ['places', 'articles'] } as const;

  test('are kept for drafts, cleared in them, published, unpublished and deleted with them', async () => {
    const desk = await openDesk({
      collections: [
        {
          slug: 'articles',
          versions: true,
          fields: [
            { name: 'title', type: 'text', required: true },
            { name: 'place', ...place, onDelete: 'cascade' },
            { name: 'must', ...place, required: true },
            { name: 'list', ...any, hasMany: true },
            { name: 'one', ...any },
            { name: 'spot', type: 'point' },
            { name: 'group', type: 'group', fields: [{ name: 'many', ...place, hasMany: true }] },
          ],
        },
        { slug: 'places', drafts: false, fields: [{ name: 'name', type: 'text' }] },
      ],
    });
    const open = async (): Promise<string> => done(await desk.editor.post('/api/places', {})).id;
    const [a, b, c] = [await open(), await open(), await open()];
    const { id } = await desk.publish({
      title: 'T',
      must: a,
      place: a,
      list: [{ collection: 'places', id: b }],
    });
    const self = { collection: 'articles', id };
    const draft = done(
      await desk.save(id, {
        place: c,
        must: c,
        one: { collection: 'places', id: c },
        list: [{ collection: 'places', id: c }, self],
        spot: [1, 2],
        group: { many: [b, c] },
      }),
    );
    // Without its stored text, a pending row is read from its columns and entries.
    await desk.service.driver.run(`UPDATE "articles__pending" SET "title" = 'By hand'`, []);
    expect(await desk.merged(id)).toEqual({ ...draft, title: 'By hand' });

    expect(await desk.editor.delete(`/api/places/${c}`)).toMatchObject({
      status: 409,
      body: { details: [{ path: 'articles.must' }] },
    });
    done(await desk.save(id, { must: b }));
    done(await desk.editor.delete(`/api/places/${c}`));
    const left = { place: null, one: null, list: [self], must: b, spot: [1, 2], group: { many: [b] } };
    expect(await desk.merged(id)).toMatchObject(left);
    expect((await desk.published(id)).body).toMatchObject({ place: a, must: a, _revision: 1 });

    for (const step of ['publish', 'unpublish', 'publish']) {
      done(await desk.editor.post(`/api/articles/${id}/${step}`, {}));
      expect(await desk.merged(id)).toMatchObject(left);
    }
    expect((await desk.published(id)).body).toMatchObject(left);
    const filter = encodeURIComponent(JSON.stringify({ 'group.many': { contains: b } }));
    expect(done(await desk.anonymous.get(`/api/articles?where=${filter}`)).totalDocs).toBe(1);

    await desk.save(id, { list: [], group: { many: [a] } });
    done(await desk.editor.delete(`/api/articles/${id}`));
    const tables = ['articles', 'articles__list', 'articles__group_many', 'articles__versions'];
    for (const table of [...tables, ...tables.slice(0, 3).map((name) => `${name}__pending`)]) {
      const [row] = await desk.service.driver.all(`SELECT count(*) AS "rows" FROM "${table}"`, []);
      expect([table, row]).toEqual([table, { rows: 0 }]);
    }
  });
});

test('where drafts are switched off, their routes and header are refused', async () => {
  const desk = await openDesk({ collections: [{ ...articles, drafts: false }] });
  const article = await desk.publish();
  expect(article._status).toBeUndefined();
  expect((await desk.save(article.id, { title: 'x' })).status).toBe(400);
  expect((await desk.editor.post('/api/articles', { title: 'x' }, asDraft)).status).toBe(400);
  expect((await desk.editor.post(`/api/articles/${article.id}/publish`, {})).status).toBe(404);
  const tables = await desk.service.driver.all(
    testDialect === 'sqlite'
      ? `SELECT name FROM sqlite_schema WHERE name LIKE '%__pending%'`
      : `SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename LIKE '%__pending%'`,
    [],
  );
  expect(tables).toEqual([]);
});
