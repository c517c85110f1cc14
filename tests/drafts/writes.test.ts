import { describe, expect, test } from 'vitest';
import type { CollectionConfig } from '../../runtime/config/collection-config.js';
import { user } from '../access/support/guarded-service.js';
import { articles, asDraft, done, openDesk } from './support/desk.js';

describe.each([
  ['with authentication', true],
  ['without authentication', false],
])('%s', (_name, secured) => {
  test('POST with X-Draft creates a document that only the merged view shows', async () => {
    const desk = await openDesk({ secured });
    const created = await desk.editor.post('/api/articles', { rank: 3 }, asDraft);
    expect(created).toMatchObject({
      status: 201,
      body: { _status: 'draft', _revision: 1, title: null, rank: 3, items: [], seo: { robots: 'index' } },
    });
    const { id } = created.body;
    expect(created.headers.get('location')).toBe(`/api/articles/${id}`);
    expect(created.headers.get('etag')).toBe('"1"');
    expect(await desk.published(id)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect((await desk.anonymous.get('/api/articles')).body).toMatchObject({ docs: [], totalDocs: 0 });
    expect(await desk.merged(id)).toEqual(created.body);
    expect((await desk.editor.get('/api/articles?draft=true')).body.docs).toEqual([created.body]);
  });

  test('PATCH with X-Draft changes the merged document and nothing that is published', async () => {
    const desk = await openDesk({ secured });
    const article = await desk.publish({ title: 'Old', rank: 1 });
    const saved = await desk.save(article.id, { title: 'New' });
    expect(saved).toMatchObject({
      status: 200,
      body: { ...article, title: 'New', _status: 'published', _revision: 2, updatedAt: expect.any(String) },
    });
    expect(saved.headers.get('etag')).toBe('"2"');
    const published = await desk.published(article.id);
    expect(published.body).toEqual(article);
    expect(published.headers.get('etag')).toBe('"1"');
    expect(await desk.merged(article.id)).toEqual(saved.body);
  });
});

test('a draft save merges into the draft that is there', async () => {
  const desk = await openDesk();
  const { id } = await desk.publish({ title: 'Old', rank: 1, seo: { title: 'S' } });
  await desk.save(id, { title: 'New' });
  await desk.save(id, { seo: { title: 'T' } });
  expect(await desk.merged(id)).toMatchObject({
    title: 'New',
    rank: 1,
    seo: { title: 'T', robots: 'index' },
    _revision: 3,
  });
});

test('a draft may clear what is required, but not change what a value is', async () => {
  const desk = await openDesk();
  const { id } = await desk.publish();
  expect(done(await desk.save(id, { title: null, items: [{ price: 1 }] }))).toMatchObject({
    title: null,
    items: [{ label: null, price: 1 }],
  });
  expect(await desk.save(id, { rank: 'high' })).toMatchObject({
    status: 400,
    body: { code: 'BAD_USER_INPUT', details: [{ path: 'rank' }] },
  });
  expect(await desk.save(id, { nothing: 1 })).toMatchObject({ status: 400 });
  expect(await desk.save(id, { _status: 'published' })).toMatchObject({ status: 400 });
});

test('a body without any field is no write of a draft', async () => {
  const desk = await openDesk();
  const article = await desk.publish();
  expect(done(await desk.save(article.id, {}))).toEqual({ ...article, _pending: false });
  expect((await desk.editor.get(`/api/articles/${article.id}/versions`)).body.totalDocs).toBe(1);
});

describe('a PATCH without X-Draft', () => {
  test('changes what is published and leaves the other fields pending', async () => {
    const desk = await openDesk();
    const { id } = await desk.publish({ title: 'Old', rank: 1 });
    await desk.save(id, { title: 'New', rank: 2 });
    const changed = await desk.editor.patch(`/api/articles/${id}`, { rank: 5 });
    // The whole published document: the draft may lack required fields, the published document may not.
    expect(changed).toMatchObject({ status: 200, body: { title: 'Old', rank: 5, _revision: 3 } });
    expect((await desk.published(id)).body).toEqual(changed.body);
    expect(await desk.merged(id)).toMatchObject({ title: 'New', rank: 5, _revision: 3 });
  });

  test('that sends the published value of a field which is not its own leaves the pending value', async () => {
    const guarded: CollectionConfig = {
      slug: 'articles',
      fields: [
        { name: 'title', type: 'text' },
        { name: 'grade', type: 'text', access: { update: ['editor'] } },
      ],
    };
    const desk = await openDesk({ collections: [guarded] });
    const { id } = await desk.publish({ title: 'Old', grade: 'A' });
    await desk.save(id, { grade: 'B' });
    const author = desk.service.as(user('author'));
    const changed = await author.patch(`/api/articles/${id}`, { title: 'New', grade: 'A' });
    expect(changed).toMatchObject({ status: 200, body: { title: 'New', grade: 'A' } });
    expect(await desk.merged(id)).toMatchObject({ title: 'New', grade: 'B' });
  });

  test('answers what is published where nobody is known', async () => {
    const desk = await openDesk({ secured: false });
    const { id } = await desk.publish({ title: 'Old', rank: 1 });
    await desk.save(id, { title: 'New' });
    expect(done(await desk.editor.patch(`/api/articles/${id}`, { rank: 5 }))).toMatchObject({
      title: 'Old',
      rank: 5,
    });
  });

  test('inside a group leaves the rest of the group pending', async () => {
    const desk = await openDesk();
    const { id } = await desk.publish({ title: 'T', seo: { title: 'a', robots: 'b' } });
    await desk.save(id, { seo: { title: 'x' } });
    await desk.editor.patch(`/api/articles/${id}`, { seo: { robots: 'y' } });
    expect((await desk.published(id)).body.seo).toEqual({ title: 'a', robots: 'y' });
    expect((await desk.merged(id)).seo).toEqual({ title: 'x', robots: 'y' });
  });

  test('ends the draft when it names all that is pending', async () => {
    const desk = await openDesk();
    const { id } = await desk.publish({ title: 'Old' });
    await desk.save(id, { title: 'New' });
    const changed = done(await desk.editor.patch(`/api/articles/${id}`, { title: 'Newest' }));
    expect(changed).toMatchObject({ title: 'Newest', _revision: 3 });
    expect((await desk.published(id)).body).toEqual(changed);
    const { driver } = desk.service;
    expect(await driver.all('SELECT "id" FROM "articles__pending"', [])).toEqual([]);
  });

  test('gives rows that it brings the same ids in both views', async () => {
    const desk = await openDesk();
    const { id } = await desk.publish({ title: 'Old' });
    await desk.save(id, { title: 'New' });
    await desk.editor.patch(`/api/articles/${id}`, { items: [{ label: 'a' }] });
    const { items } = (await desk.published(id)).body;
    expect((await desk.merged(id)).items).toEqual(items);
  });

  test('publishes a document that was never published, and wants what is required then', async () => {
    const desk = await openDesk();
    const { id } = await desk.draft({ rank: 3, items: [{ price: 1 }] });
    expect(await desk.editor.patch(`/api/articles/${id}`, { rank: 4 })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'title' }, { path: 'items.0.label' }] },
    });
    expect((await desk.published(id)).status).toBe(404);
    const items = [{ label: 'a', price: 1 }];
    const published = done(await desk.editor.patch(`/api/articles/${id}`, { title: 'Now', items }));
    expect(published).toMatchObject({ title: 'Now', rank: 3, _status: 'published', _revision: 2 });
    expect((await desk.published(id)).body).toEqual(published);
  });
});

describe('what is unique', () => {
  test('is so across what is published and what is pending', async () => {
    const desk = await openDesk();
    const one = await desk.publish({ title: 'One', code: 'a' });
    const two = await desk.publish({ title: 'Two', code: 'b' });
    const taken = { status: 409, body: { code: 'CONFLICT', details: [{ path: 'code' }] } };
    expect(await desk.save(two.id, { code: 'a' })).toMatchObject(taken);
    await desk.save(one.id, { code: 'c' });
    expect(await desk.editor.post('/api/articles', { title: 'Three', code: 'c' })).toMatchObject(taken);
    expect(await desk.editor.patch(`/api/articles/${two.id}`, { code: 'c' })).toMatchObject(taken);
    expect(await desk.editor.post('/api/articles', { code: 'c' }, asDraft)).toMatchObject(taken);
    // A published value stays reserved until the draft is published.
    expect(await desk.save(two.id, { code: 'a' })).toMatchObject(taken);
    done(await desk.editor.post(`/api/articles/${one.id}/publish`, {}));
    expect(await desk.save(two.id, { code: 'a' })).toMatchObject({ status: 200 });
  });

  test('does not keep a document from its own value', async () => {
    const desk = await openDesk();
    const { id } = await desk.publish({ title: 'One', code: 'a' });
    expect((await desk.save(id, { code: 'b' })).status).toBe(200);
    expect((await desk.save(id, { code: 'a' })).status).toBe(200);
    expect((await desk.editor.patch(`/api/articles/${id}`, { code: 'b' })).status).toBe(200);
  });

  test('gives a slug that a draft has taken a suffix', async () => {
    const desk = await openDesk();
    expect((await desk.draft({ title: 'Same' })).slug).toBe('same');
    const published = await desk.publish({ title: 'Same' });
    expect(published.slug).toBe('same-2');
    expect((await desk.draft({ title: 'Same' })).slug).toBe('same-3');
    expect(done(await desk.save(published.id, { slug: 'same' })).slug).toBe('same-2');
  });
});

describe('who writes', () => {
  test('anonymous requests save no drafts where there is authentication', async () => {
    const desk = await openDesk();
    const { id } = await desk.publish();
    for (const refused of [
      await desk.anonymous.patch(`/api/articles/${id}`, { title: 'x' }, asDraft),
      await desk.anonymous.post('/api/articles', { title: 'x' }, asDraft),
      await desk.anonymous.post(`/api/articles/${id}/publish`, {}),
      await desk.anonymous.post(`/api/articles/${id}/unpublish`, {}),
      await desk.anonymous.delete(`/api/articles/${id}/draft`),
      await desk.anonymous.get(`/api/articles/${id}/versions`),
    ]) {
      expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    }
  });

  test('a requester who may write but not read drafts learns only that it was written', async () => {
    const desk = await openDesk({
      collections: [{ ...articles, drafts: { readRoles: ['editor'] } }],
    });
    const author = desk.service.as(user('author'));
    const { id } = await desk.publish({ title: 'Old' });
    await desk.save(id, { code: 'secret' });
    const saved = done(await author.patch(`/api/articles/${id}`, { title: 'New' }, asDraft));
    expect(Object.keys(saved)).toEqual(['id', 'createdAt', 'updatedAt', '_status', '_revision']);
    expect(await desk.merged(id)).toMatchObject({ title: 'New', code: 'secret', _revision: 3 });
    expect(done(await author.patch(`/api/articles/${id}`, { rank: 1 }))).toMatchObject({
      title: 'Old',
      code: null,
      rank: 1,
    });
    const versions = done(await author.get(`/api/articles/${id}/versions`));
    expect(versions.docs.map(({ status }: { status: string }) => status)).toEqual(['published', 'published']);
    // Authors may see their own new draft.
    expect(done(await author.post('/api/articles', { title: 'Mine' }, asDraft))).toMatchObject({
      title: 'Mine',
      _status: 'draft',
    });
  });

  test('a document outside the constraint of the view that is seen cannot be written', async () => {
    const desk = await openDesk({
      collections: [
        {
          ...articles,
          access: {
            read: ({ req }) => (req.user?.role === 'author' ? { rank: { lt: 10 } } : true),
          },
        },
      ],
    });
    const author = desk.service.as(user('author'));
    const { id } = await desk.publish({ title: 'T', rank: 1 });
    expect((await author.patch(`/api/articles/${id}`, { title: 'U' }, asDraft)).status).toBe(200);
    await desk.save(id, { rank: 20 });
    const missing = { status: 404, body: { code: 'NOT_FOUND' } };
    expect(await author.patch(`/api/articles/${id}`, { title: 'V' }, asDraft)).toMatchObject(missing);
    expect(await author.post(`/api/articles/${id}/publish`, {})).toMatchObject(missing);
    expect(await author.get(`/api/articles/${id}/versions`)).toMatchObject(missing);
    expect(await author.delete(`/api/articles/${id}/draft`)).toMatchObject(missing);
  });

  test('what is published is neither written nor shown by a write where it is outside the constraint, though its draft is not', async () => {
    const desk = await openDesk({
      collections: [
        {
          ...articles,
          access: {
            read: ({ req }) => (req.user?.role === 'author' ? { rank: { lt: 10 } } : true),
          },
        },
      ],
    });
    const author = desk.service.as(user('author'));
    const { id } = await desk.publish({ title: 'Secret', rank: 20 });
    await desk.save(id, { rank: 1 });
    const path = `/api/articles/${id}`;
    const missing = { status: 404, body: { code: 'NOT_FOUND' } };
    expect(await author.get(path)).toMatchObject({ status: 200, body: { rank: 1 } });
    expect(await author.get(`${path}?draft=false`)).toMatchObject(missing);
    for (const write of [
      () => author.patch(path, {}),
      () => author.patch(path, { title: 'T' }),
      () => author.post(`${path}/publish`, {}),
      () => author.post(`${path}/unpublish`, {}),
      () => author.delete(`${path}/draft`),
      () => author.delete(path),
    ]) {
      expect(await write()).toMatchObject(missing);
    }
    expect(await author.patch(path, { title: 'T' }, asDraft)).toMatchObject({
      status: 200,
      body: { title: 'T', rank: 1 },
    });
  });

  test('a field that must not be changed is compared with the view that is written', async () => {
    const rank = { name: 'rank', type: 'number', access: { update: ['editor'] } } as const;
    const title = { name: 'title', type: 'text' } as const;
    const desk = await openDesk({ collections: [{ slug: 'articles', fields: [title, rank] }] });
    const author = desk.service.as(user('author'));
    const { id } = await desk.publish({ title: 'T', rank: 1 });
    await desk.save(id, { rank: 2 });
    const path = `/api/articles/${id}`;
    expect((await author.patch(path, { title: 'U', rank: 2 }, asDraft)).status).toBe(200);
    expect((await author.patch(path, { title: 'U', rank: 2 })).status).toBe(403);
    expect((await author.patch(path, { title: 'U', rank: 1 }, asDraft)).status).toBe(403);
    expect((await author.patch(path, { title: 'U', rank: 1 })).status).toBe(200);
  });
});

describe('hooks and callbacks', () => {
  test('are told whether a draft is written', async () => {
    const told: unknown[] = [];
    const note =
      (name: string) =>
      ({
        draft,
        data,
        document,
        operation,
      }: {
        draft: boolean;
        data: object;
        document: object | null;
        operation: string;
      }) => {
        told.push([
          name,
          operation,
          draft,
          Object.keys(data),
          (document as { _revision?: number } | null)?._revision,
        ]);
      };
    const desk = await openDesk({
      collections: [
        {
          slug: 'articles',
          fields: [
            {
              name: 'title',
              type: 'text',
              required: true,
              validate: (_value, { draft }) => {
                told.push(['validate', draft]);
                return true;
              },
            },
            { name: 'rank', type: 'number' },
          ],
          hooks: {
            beforeValidate: note('beforeValidate'),
            beforeChange: note('beforeChange'),
            afterChange: note('afterChange'),
          },
        },
      ],
    });
    const { id } = await desk.draft({ title: 'a' });
    await desk.save(id, { rank: 1 });
    done(await desk.editor.post(`/api/articles/${id}/publish`, {}));
    await desk.save(id, { rank: 2 });
    done(await desk.editor.delete(`/api/articles/${id}/draft`));
    done(await desk.editor.post(`/api/articles/${id}/unpublish`, {}));
    expect(told).toEqual([
      ['beforeValidate', 'create', true, ['title'], undefined],
      ['validate', true],
      ['beforeChange', 'create', true, ['title'], undefined],
      ['afterChange', 'create', true, ['title'], 1],
      ['beforeValidate', 'update', true, ['rank'], 1],
      ['beforeChange', 'update', true, ['rank'], 1],
      ['afterChange', 'update', true, ['rank'], 2],
      ['beforeValidate', 'update', false, ['title', 'rank'], 2],
      ['validate', false],
      ['beforeChange', 'update', false, ['title', 'rank'], 2],
      ['afterChange', 'update', false, ['title', 'rank'], 3],
      ['beforeValidate', 'update', true, ['rank'], 3],
      ['beforeChange', 'update', true, ['rank'], 3],
      ['afterChange', 'update', true, ['rank'], 4],
      ['afterChange', 'update', true, [], 5],
      ['afterChange', 'update', true, [], 6],
    ]);
  });

  test('that run on reads are told whether the document shows a draft', async () => {
    const desk = await openDesk({
      collections: [
        {
          slug: 'articles',
          versions: true,
          fields: [{ name: 'title', type: 'text' }],
          hooks: { afterRead: ({ data, draft }) => ({ ...data, title: `${data['title']} ${draft}` }) },
        },
      ],
    });
    const { id, title } = await desk.publish({ title: 'a' });
    expect(title).toBe('a false');
    expect(done(await desk.save(id, { title: 'b' })).title).toBe('b true');
    expect(await desk.merged(id)).toMatchObject({ title: 'b true' });
    expect((await desk.published(id)).body.title).toBe('a false');
    const list = done(await desk.editor.get('/api/articles?draft=true'));
    expect(list.docs).toMatchObject([{ title: 'b true' }]);
    const versions = done(await desk.editor.get(`/api/articles/${id}/versions`));
    expect(versions.docs.map(({ document }: { document: { title: string } }) => document.title)).toEqual([
      'b true',
      'a false',
    ]);
  });

  test('that fail after the commit of a draft are logged, and the draft stands', async () => {
    const desk = await openDesk({
      collections: [
        {
          slug: 'articles',
          fields: [{ name: 'title', type: 'text' }],
          hooks: {
            afterChange: ({ draft }) => {
              if (draft) throw new Error('boom');
            },
          },
        },
      ],
    });
    const { id } = await desk.publish({ title: 'a' });
    expect((await desk.save(id, { title: 'b' })).status).toBe(200);
    expect(await desk.merged(id)).toMatchObject({ title: 'b' });
    expect(desk.service.logged).toHaveLength(1);
  });
});
