import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DashboardServer, startDashboard } from './support/dashboard-server.js';

describe('what the dashboard asks about documents', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  const made: Record<string, string> = {};

  beforeAll(async () => {
    server = await startDashboard('access');
    const api = await server.api();
    const create = async (slug: string, body: object): Promise<string> => {
      const { status, body: document } = await api('POST', `/api/${slug}`, body);
      expect({ slug, status }).toEqual({ slug, status: 201 });
      return document.id;
    };
    const author = server.users.get('author')?.id ?? '';
    made['secret'] = await create('secrets', { name: 'a', value: 'b' });
    made['own'] = await create('articles', { title: 'Own', author, secret: made['secret'] });
    made['released'] = await create('articles', {
      title: 'Released',
      released: true,
      related: [made['own']],
    });
    made['comment'] = await create('comments', { article: made['own'], author, text: 'First' });
  });
  afterAll(() => server.close());

  const access = async (role: Parameters<DashboardServer['api']>[0], path: string): Promise<unknown> => {
    const { status, body } = await (await server.api(role))('GET', `/api/admin/access/${path}`);
    return status === 200 ? { update: body.update, delete: body.delete } : status;
  };

  test('a role list, a callback and a constraint decide on each document as a write would', async () => {
    expect(await access('author', `articles/${made['own']}`)).toEqual({ update: true, delete: false });
    expect(await access('editor', `articles/${made['own']}`)).toEqual({ update: true, delete: true });
    expect(await access('customer', `articles/${made['released']}`)).toEqual({
      update: false,
      delete: false,
    });
    expect(await access('customer', `articles/${made['own']}`)).toBe(404);
    expect(await access('author', `comments/${made['comment']}`)).toEqual({ update: true, delete: true });
    expect(await access('editor', `comments/${made['comment']}`)).toEqual({ update: false, delete: false });
    expect(await access('editor', `secrets/${made['secret']}`)).toBe(403);
    expect(await access(null, `articles/${made['released']}`)).toBe(401);
    expect(await access('editor', 'nothing/1')).toBe(404);
  });

  test('globals, and fields that the requester may read', async () => {
    const { body: editor } = await (await server.api('editor'))('GET', '/api/admin/access/globals/banner');
    expect(editor).toEqual({ update: true, delete: false, fields: { text: true, internalNote: true } });
    const { body: guest } = await (await server.api('guest'))('GET', '/api/admin/access/globals/banner');
    expect(guest).toEqual({ update: false, delete: false, fields: { text: true } });
    expect(await access('editor', 'globals/billing')).toBe(403);
  });

  test('users: oneself, whom one stands over, and nobody else', async () => {
    const idOf = (role: string): string => server.users.get(role)?.id ?? '';
    expect(await access('customer', `users/${idOf('customer')}`)).toEqual({ update: true, delete: false });
    expect(await access('customer', `users/${idOf('guest')}`)).toBe(403);
    expect(await access('admin', `users/${idOf('editor')}`)).toEqual({ update: true, delete: true });
    expect(await access('admin', `users/${idOf('super_admin')}`)).toBe(404);
    expect(await access('super_admin', `users/${idOf('admin')}`)).toEqual({ update: true, delete: true });
    const { body } = await (await server.api('admin'))('GET', `/api/admin/access/users/${idOf('editor')}`);
    expect(body.fields).toMatchObject({ name: true, role: false, email: false, costCentre: true });
  });

  test('references: what a deletion would do, and only names of what may be read', async () => {
    const editor = await server.api('editor');
    const { body } = await editor('GET', `/api/admin/references/articles/${made['own']}`);
    expect(body).toEqual({
      deletable: true,
      references: [
        {
          kind: 'collection',
          slug: 'articles',
          field: 'related',
          onDelete: 'set null',
          total: 1,
          documents: [{ kind: 'collection', slug: 'articles', id: made['released'], title: 'Released' }],
        },
        {
          kind: 'collection',
          slug: 'comments',
          field: 'article',
          onDelete: 'cascade',
          total: 1,
          documents: [{ kind: 'collection', slug: 'comments', id: made['comment'], title: null }],
        },
      ],
      deleted: [{ slug: 'comments', total: 1 }],
      cleared: [{ kind: 'collection', slug: 'articles', total: 1 }],
    });
    const author = await server.api('author');
    expect((await author('GET', `/api/admin/references/articles/${made['own']}`)).status).toBe(403);
    const { body: user } = await (await server.api('admin'))(
      'GET',
      `/api/admin/references/users/${server.users.get('author')?.id}`,
    );
    expect(
      user.references.map(({ slug, field }: { slug: string; field: string }) => `${slug}.${field}`),
    ).toEqual(['articles.author', 'comments.author']);
  });

  test('the overview has what the requester may read', async () => {
    const { body: all } = await (await server.api())('GET', '/api/admin/overview');
    expect(all.collections).toContainEqual({ slug: 'secrets', total: 1 });
    expect(all.collections).toContainEqual({ slug: 'users', total: 6 });
    expect(all.recent.map(({ slug }: { slug: string }) => slug)).toEqual([
      'comments',
      'articles',
      'articles',
      'secrets',
    ]);
    const { body: own } = await (await server.api('customer'))('GET', '/api/admin/overview');
    expect(own.collections).toEqual([
      { slug: 'notes', total: 0 },
      { slug: 'articles', total: 1 },
      { slug: 'comments', total: 1 },
    ]);
    expect(JSON.stringify(own)).not.toContain(made['own']);
    expect((await (await server.api(null))('GET', '/api/admin/overview')).status).toBe(401);
  });

  test('a key sees what its scopes name, and none of them takes parameters', async () => {
    const api = await server.api();
    const { body } = await api('POST', '/api/auth/api-keys', { name: 'k', scopes: ['articles:read'] });
    const key = { 'x-api-key': String(body.key) };
    const nobody = await server.api(null);
    const meta = await nobody('GET', '/api/admin/meta', undefined, key);
    expect(meta.body.collections.map(({ slug }: { slug: string }) => slug)).toEqual(['articles']);
    expect(meta.body.auth.user).toBeNull();
    const overview = await nobody('GET', '/api/admin/overview', undefined, key);
    expect(overview.body.collections).toEqual([{ slug: 'articles', total: 2 }]);
    for (const path of ['meta', 'overview', `access/articles/${made['own']}`, 'access/globals/banner']) {
      expect((await api('GET', `/api/admin/${path}?a=1`)).status, path).toBe(400);
    }
  });
});

/** Only administrators may read the relation; editors may read, change and delete everything else. */
const hiddenRelation = `
  collections: [{
    slug: 'tips',
    defaultSort: 'rating_desc',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'rating', type: 'number', access: { read: ['super_admin'] } },
      { name: 'source', type: 'relationship', to: 'tips', access: { read: ['super_admin'] } },
      { name: 'rows', type: 'array', fields: [
        { name: 'tip', type: 'relationship', to: 'tips', access: { read: ['super_admin'] } },
      ] },
    ],
  }],
  globals: []`;

describe('fields that the requester may not read', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard('access', { config: hiddenRelation });
  });
  afterAll(() => server.close());

  test('references neither count nor name what refers by such a field', async () => {
    const owner = await server.api();
    const { body: target } = await owner('POST', '/api/tips', { title: 'Target' });
    const { body: pointer } = await owner('POST', '/api/tips', {
      title: 'Pointer',
      source: target.id,
      rows: [{ tip: target.id }],
    });
    const path = `/api/admin/references/tips/${target.id}`;
    const named = [{ kind: 'collection', slug: 'tips', id: pointer.id, title: 'Pointer' }];
    const { body: all } = await owner('GET', path);
    expect(all.references).toMatchObject([
      { field: 'source', total: 1, documents: named },
      { total: 1, documents: named },
    ]);
    expect(all.cleared).toMatchObject([{ slug: 'tips', total: 1 }]);
    const { body: some } = await (await server.api('editor'))('GET', path);
    expect(some).toEqual({ deletable: true, references: [], deleted: [], cleared: [] });
  });

  test('a list that would begin with such a field begins with the newest', async () => {
    const sortFor = async (role: 'super_admin' | 'editor'): Promise<string> => {
      const { body } = await (await server.api(role))('GET', '/api/admin/meta');
      return body.collections.find(({ slug }: { slug: string }) => slug === 'tips').defaultSort;
    };
    expect(await sortFor('super_admin')).toBe('rating_desc');
    expect(await sortFor('editor')).toBe('createdAt_desc');
  });
});

/** Editors may delete tags. Of the cards that refer to a tag they may read only the shared ones. */
const guardedReferrers = `
  collections: [
    { slug: 'tags', drafts: false, fields: [{ name: 'name', type: 'text' }] },
    {
      slug: 'cards',
      drafts: false,
      access: { read: ({ req }) => req.user?.role === 'super_admin' || { shared: { equals: true } } },
      fields: [
        { name: 'shared', type: 'boolean' },
        { name: 'tag', type: 'relationship', to: 'tags' },
        { name: 'kept', type: 'relationship', to: 'tags', onDelete: 'restrict' },
        { name: 'owned', type: 'relationship', to: 'tags', onDelete: 'cascade' },
      ],
    },
    {
      slug: 'files',
      drafts: false,
      access: { read: ['super_admin'] },
      fields: [
        { name: 'tag', type: 'relationship', to: 'tags' },
        { name: 'kept', type: 'relationship', to: 'tags', onDelete: 'restrict' },
        { name: 'owned', type: 'relationship', to: 'tags', onDelete: 'cascade' },
      ],
    },
  ],
  globals: [{
    slug: 'site',
    drafts: false,
    access: { read: ['super_admin'] },
    fields: [{ name: 'tag', type: 'relationship', to: 'tags' }],
  }]`;

describe('documents that the requester may not read', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard('access', { config: guardedReferrers });
  });
  afterAll(() => server.close());

  test.each(['tag', 'kept', 'owned'])(
    'are neither counted nor named where they refer by %s',
    async (field) => {
      const [owner, editor] = [await server.api(), await server.api('editor')];
      const { body: tag } = await owner('POST', '/api/tags', { name: 'A' });
      const { body: quiet } = await owner('POST', '/api/tags', { name: 'B' });
      await owner('POST', '/api/files', { [field]: tag.id });
      await owner('POST', '/api/cards', { [field]: tag.id, shared: false });
      if (field === 'tag') await owner('PATCH', '/api/globals/site', { tag: tag.id });
      const path = `/api/admin/references/tags/${tag.id}`;
      expect((await owner('GET', path)).body.references.length).toBe(field === 'tag' ? 3 : 2);
      const none = await editor('GET', `/api/admin/references/tags/${quiet.id}`);
      expect((await editor('GET', path)).body).toEqual(none.body);
      const { body: shared } = await owner('POST', '/api/cards', { [field]: tag.id, shared: true });
      const { body: seen } = await editor('GET', path);
      expect(seen).toMatchObject({
        deletable: field !== 'kept',
        references: [{ slug: 'cards', field, total: 1, documents: [{ id: shared.id }] }],
        deleted: field === 'owned' ? [{ slug: 'cards', total: 1 }] : [],
        cleared: field === 'tag' ? [{ slug: 'cards', total: 1 }] : [],
      });
    },
  );
});

/** Only editors may read drafts of notes; authors may still change and delete notes and tags. */
const guardedDrafts = `
  collections: [
    { slug: 'tags', admin: { useAsTitle: 'name' }, fields: [{ name: 'name', type: 'text' }] },
    {
      slug: 'notes',
      drafts: { readRoles: ['editor'] },
      admin: { useAsTitle: 'title' },
      access: { update: ['editor', 'author'], delete: async ({ req }) => req.user?.role === 'editor' || req.user?.role === 'author' },
      fields: [
        { name: 'title', type: 'text' },
        { name: 'tag', type: 'relationship', to: 'tags' },
        { name: 'kept', type: 'relationship', to: 'tags', onDelete: 'restrict' },
        { name: 'owned', type: 'relationship', to: 'tags', onDelete: 'cascade' },
        { name: 'rows', type: 'array', fields: [{ name: 'tag', type: 'relationship', to: 'tags' }] },
      ],
    },
  ],
  globals: [{
    slug: 'site',
    drafts: { readRoles: ['editor'] },
    fields: [{ name: 'tag', type: 'relationship', to: 'tags' }],
  }]`;

describe('drafts that the requester does not see', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard('access', { config: guardedDrafts });
  });
  afterAll(() => server.close());

  const asDraft = { 'x-draft': 'true' };
  const missing = '01900000-0000-7000-8000-000000000000';

  test('are hidden from users who may write or delete them', async () => {
    const [editor, author] = [await server.api('editor'), await server.api('author')];
    const { body: draft } = await editor('POST', '/api/notes', { title: 'Secret' }, asDraft);
    for (const kind of ['access', 'references']) {
      expect((await editor('GET', `/api/admin/${kind}/notes/${draft.id}`)).status, kind).toBe(200);
      const unseen = await author('GET', `/api/admin/${kind}/notes/${draft.id}`);
      const none = await author('GET', `/api/admin/${kind}/notes/${missing}`);
      expect(unseen.status, kind).toBe(404);
      expect(JSON.stringify(unseen.body).replaceAll(draft.id, missing)).toBe(JSON.stringify(none.body));
    }
    expect((await editor('POST', `/api/notes/${draft.id}/publish`, {})).status).toBe(200);
    const { body } = await author('GET', `/api/admin/access/notes/${draft.id}`);
    expect({ update: body.update, delete: body.delete }).toEqual({ update: true, delete: true });
  });

  test('are neither named nor counted where they refer to a document', async () => {
    const [editor, author] = [await server.api('editor'), await server.api('author')];
    const { body: tag } = await editor('POST', '/api/tags', { name: 'A' });
    const { body: quiet } = await editor('POST', '/api/tags', { name: 'B' });
    const { body: shown } = await editor('POST', '/api/notes', { title: 'Shown', tag: tag.id });
    const { body: open } = await editor('POST', '/api/notes', { title: 'Open' });
    const pointers = { tag: tag.id, kept: tag.id, owned: tag.id, rows: [{ tag: tag.id }] };
    expect((await editor('PATCH', `/api/notes/${open.id}`, pointers, asDraft)).status).toBe(200);
    await editor('POST', '/api/notes', { title: 'Never published', ...pointers }, asDraft);
    expect((await editor('PATCH', '/api/globals/site', { tag: tag.id }, asDraft)).status).toBe(200);

    const path = `/api/admin/references/tags/${tag.id}`;
    const { body: all } = await editor('GET', path);
    expect(all.deletable).toBe(false);
    expect(
      all.references.map(({ slug, field, total }: Record<string, unknown>) => [slug, field, total]),
    ).toEqual([
      ['notes', 'tag', 3],
      ['notes', 'kept', 2],
      ['notes', 'owned', 2],
      ['notes', 'rows.tag', 2],
      ['site', 'tag', 1],
    ]);
    const { body: seen } = await author('GET', path);
    expect(seen).toEqual({
      deletable: true,
      references: [
        {
          kind: 'collection',
          slug: 'notes',
          field: 'tag',
          onDelete: 'set null',
          total: 1,
          documents: [{ kind: 'collection', slug: 'notes', id: shown.id, title: 'Shown' }],
        },
      ],
      deleted: [],
      cleared: [{ kind: 'collection', slug: 'notes', total: 1 }],
    });
    // For an author, a tag that only drafts refer to looks like one without references.
    await editor('PATCH', `/api/notes/${shown.id}`, { tag: null });
    const [ofTag, ofNone] = [
      await author('GET', path),
      await author('GET', `/api/admin/references/tags/${quiet.id}`),
    ];
    expect(ofTag.body).toEqual(ofNone.body);
  });
});
