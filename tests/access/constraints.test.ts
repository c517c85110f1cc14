/** Which documents a requester may read: docs/spec/contract.md#constraints. */
import { beforeEach, describe, expect, test } from 'vitest';
import { defineConfig } from '../../runtime/config/index.js';
import {
  type Answer,
  anonymous,
  type Client,
  type GuardedService,
  key,
  openGuarded,
  user,
} from './support/guarded-service.js';

const auth = { secret: 'not looked at in these tests, but long enough' };
const every = ['super_admin', 'admin', 'editor', 'author', 'customer', 'guest'];

const config = defineConfig({
  auth,
  collections: [
    {
      slug: 'posts',
      drafts: false,
      fields: [
        { name: 'title', type: 'text' },
        { name: 'hidden', type: 'boolean' },
        { name: 'code', type: 'text', unique: true },
        { name: 'author', type: 'relationship', to: 'people' },
        { name: 'related', type: 'relationship', to: 'posts', hasMany: true },
        { name: 'about', type: 'relationship', to: ['posts', 'people'] },
        { name: 'items', type: 'array', fields: [{ name: 'post', type: 'relationship', to: 'posts' }] },
      ],
      access: {
        read: ({ req }) => {
          if (req.user?.role === 'admin') return true;
          if (req.user?.role === 'guest') return false;
          return { hidden: { not_equals: true } };
        },
        create: every,
        update: every,
        delete: every,
      },
    },
    {
      slug: 'people',
      drafts: false,
      fields: [
        { name: 'name', type: 'text' },
        { name: 'posts', type: 'join', collection: 'posts', on: 'author', limit: 2 },
      ],
      access: { read: ({ req }) => req.user?.role !== 'customer', create: every },
    },
    {
      slug: 'links',
      drafts: false,
      fields: [
        { name: 'one', type: 'relationship', to: 'posts' },
        { name: 'many', type: 'relationship', to: 'posts', hasMany: true },
        { name: 'any', type: 'relationship', to: ['posts', 'people'] },
      ],
    },
  ],
  globals: [
    {
      slug: 'notice',
      drafts: false,
      fields: [
        { name: 'text', type: 'text' },
        { name: 'until', type: 'date' },
      ],
      access: {
        read: ({ req }) => (req.user?.role === 'admin' ? true : { until: { gte: '2030-01-01' } }),
        update: every,
      },
    },
  ],
});

let service: GuardedService;
let admin: Client;
let editor: Client;
let shown: Answer;
let secret: Answer;
let ada: Answer;

beforeEach(async () => {
  service = await openGuarded(config);
  admin = service.as(user('admin'));
  editor = service.as(user('editor'));
  ada = (await admin.post('/api/people', { name: 'Ada' })).body;
  shown = (await admin.post('/api/posts', { title: 'Shown', author: ada.id })).body;
  secret = (await admin.post('/api/posts', { title: 'Secret', hidden: true, code: 'x', author: ada.id }))
    .body;
});

describe('a constraint', () => {
  test('bounds lists and their counts, by pages and by cursors', async () => {
    for (const query of ['', '?count=exact&cursor=', '?count=estimated', '?limit=0', '?sort=title']) {
      expect((await editor.get(`/api/posts${query}`)).body.totalDocs).toBe(1);
      expect((await admin.get(`/api/posts${query}`)).body.totalDocs).toBe(2);
    }
    expect((await editor.get('/api/posts')).body.docs).toEqual([shown]);
    expect((await editor.post('/api/posts/query', { where: { title: 'Secret' } })).body.docs).toEqual([]);
    const { body } = await editor.get('/api/posts?cursor=&limit=1');
    expect(body).toMatchObject({ docs: [{ title: 'Shown' }], hasNextPage: false, nextCursor: null });
  });

  test('makes a document outside of it unknown, whatever is done with it', async () => {
    const unknown = (id: string) => ({
      status: 404,
      body: { code: 'NOT_FOUND', error: `There is no document "${id}" in posts.` },
    });
    expect(await editor.get(`/api/posts/${secret.id}`)).toMatchObject(unknown(secret.id));
    expect(await editor.get(`/api/posts/${secret.id}?depth=1&select=title`)).toMatchObject(
      unknown(secret.id),
    );
    expect(await editor.get(`/api/posts/${secret.id}`, { 'if-none-match': '"1"' })).toMatchObject(
      unknown(secret.id),
    );
    expect(await editor.patch(`/api/posts/${secret.id}`, { title: 'Mine' })).toMatchObject(
      unknown(secret.id),
    );
    expect(await editor.patch(`/api/posts/${secret.id}`, {})).toMatchObject(unknown(secret.id));
    expect(
      await editor.patch(`/api/posts/${secret.id}`, { title: 'Mine' }, { 'if-match': '"7"' }),
    ).toMatchObject(unknown(secret.id));
    expect(await editor.delete(`/api/posts/${secret.id}`, { 'if-match': '"7"' })).toMatchObject(
      unknown(secret.id),
    );
    expect(await editor.delete(`/api/posts/${secret.id}`)).toMatchObject(unknown(secret.id));
    expect((await admin.get(`/api/posts/${secret.id}`)).body).toEqual(secret);
  });

  test('leaves a document inside of it to be changed and deleted', async () => {
    const { status, body } = await editor.patch(`/api/posts/${shown.id}`, { title: 'Changed' });
    expect({ status, title: body.title }).toEqual({ status: 200, title: 'Changed' });
    expect((await editor.patch(`/api/posts/${shown.id}`, { hidden: true })).status).toBe(200);
    expect((await editor.get(`/api/posts/${shown.id}`)).status).toBe(404);
    expect((await admin.delete(`/api/posts/${shown.id}`)).status).toBe(200);
  });

  test('is told from denial, which is 403', async () => {
    const guest = service.as(user('guest'));
    expect((await guest.get('/api/posts')).status).toBe(403);
    expect((await guest.get(`/api/posts/${shown.id}`)).status).toBe(403);
  });

  test('bounds population: what cannot be seen is null, or left out of a list', async () => {
    const { body } = await admin.post('/api/posts', {
      title: 'Refers',
      related: [secret.id, shown.id],
      about: { collection: 'posts', id: secret.id },
      items: [{ post: secret.id }, { post: shown.id }],
    });
    const read = (await editor.get(`/api/posts/${body.id}?depth=1`)).body;
    expect(read.related.map((one: Answer) => one.title)).toEqual(['Shown']);
    expect(read.about).toEqual({ collection: 'posts', id: secret.id, doc: null });
    expect(read.items.map((one: Answer) => one.post?.title ?? null)).toEqual([null, 'Shown']);
    const listed = (await editor.get('/api/posts?depth=2&select=related.title&sort=title')).body;
    expect(JSON.stringify(listed)).not.toContain('Secret');
    expect((await admin.get(`/api/posts/${body.id}?depth=1`)).body.related).toHaveLength(2);
  });

  test('bounds population one level deep, where documents go out as they are stored', async () => {
    const { body: link } = await admin.post('/api/links', {
      one: secret.id,
      many: [secret.id, shown.id],
      any: { collection: 'posts', id: secret.id },
    });
    const seenBy = async (client: Client): Promise<readonly Answer[]> => [
      (await client.get(`/api/links/${link.id}?depth=1`)).body,
      (await client.get('/api/links?depth=1')).body.docs[0],
    ];
    for (const read of await seenBy(editor)) {
      expect(read).toMatchObject({
        one: null,
        many: [shown],
        any: { collection: 'posts', id: secret.id, doc: null },
      });
    }
    for (const read of await seenBy(service.as(user('guest'))))
      expect(read).toMatchObject({ one: null, many: [] });
    for (const read of await seenBy(admin))
      expect(read).toMatchObject({ one: secret, many: [secret, shown] });
  });

  test('bounds joins, with the pages that they have', async () => {
    await admin.post('/api/posts', { title: 'Third', hidden: true, author: ada.id });
    const { body } = await editor.get(`/api/people/${ada.id}?depth=1`);
    expect(body.posts).toMatchObject({ docs: [{ title: 'Shown' }], hasNextPage: false });
    expect((await admin.get(`/api/people/${ada.id}?depth=1`)).body.posts.hasNextPage).toBe(true);
    const guest = await service.as(user('guest')).get(`/api/people/${ada.id}?depth=1`);
    expect(guest.body.posts).toEqual({ docs: [], hasNextPage: false });
  });

  test('bounds filters through relations: a document that cannot be seen counts as absent', async () => {
    const { body } = await admin.post('/api/posts', {
      title: 'Refers',
      related: [secret.id],
      about: { collection: 'posts', id: secret.id },
      items: [{ post: secret.id }],
    });
    const found = async (client: Client, where: object): Promise<boolean> => {
      const all = { AND: [{ id: body.id }, where] };
      const { docs, totalDocs } = (await client.post('/api/posts/query', { where: all })).body;
      expect(totalDocs).toBe(docs.length);
      return docs.length === 1;
    };
    for (const path of ['related.title', 'about.title', 'items.post.title']) {
      expect(await found(admin, { [path]: 'Secret' })).toBe(true);
      expect(await found(editor, { [path]: 'Secret' })).toBe(false);
      expect(await found(admin, { [path]: { exists: false } })).toBe(false);
      expect(await found(editor, { [path]: { exists: false } })).toBe(true);
      expect(await found(editor, { [path]: { not_equals: 'Secret' } })).toBe(true);
    }
    // A path through several relations whose first target is not readable.
    expect(await found(admin, { 'related.author.name': 'Ada' })).toBe(true);
    expect(await found(editor, { 'related.author.name': 'Ada' })).toBe(false);
  });

  test('of a collection that cannot be read at all hides every document of it from filters and population', async () => {
    const customer = service.as(user('customer'));
    const where = encodeURIComponent(JSON.stringify({ 'author.name': 'Ada' }));
    expect((await editor.get(`/api/posts?where=${where}`)).body.totalDocs).toBe(1);
    expect((await customer.get(`/api/posts?where=${where}`)).body.totalDocs).toBe(0);
    expect((await customer.get(`/api/posts/${shown.id}?depth=1`)).body.author).toBeNull();
    expect((await customer.get(`/api/posts/${shown.id}`)).body.author).toBe(ada.id);
  });

  test('is no part of the count that another requester gets', async () => {
    expect((await admin.get('/api/posts')).body.totalDocs).toBe(2);
    expect((await editor.get('/api/posts')).body.totalDocs).toBe(1);
    expect((await admin.get('/api/posts')).body.totalDocs).toBe(2);
  });

  test('bounds a global, also before its first write', async () => {
    expect((await editor.get('/api/globals/notice')).status).toBe(404);
    expect((await admin.get('/api/globals/notice')).body._revision).toBe(0);
    const first = { text: 'Old', until: '2020-01-01' };
    for (const body of [first, {}]) {
      expect((await editor.patch('/api/globals/notice', body)).status).toBe(404);
    }
    expect((await admin.get('/api/globals/notice')).body._revision).toBe(0);
    expect((await admin.patch('/api/globals/notice', first)).status).toBe(200);
    expect((await editor.get('/api/globals/notice')).status).toBe(404);
    expect((await editor.patch('/api/globals/notice', { text: 'Mine' })).status).toBe(404);
    await admin.patch('/api/globals/notice', { until: '2030-01-01' });
    expect((await editor.get('/api/globals/notice')).body.text).toBe('Old');
  });
});

describe('a constraint bounds a global that was never written by its defaults', () => {
  const open = async (where: object) =>
    openGuarded(
      defineConfig({
        auth,
        collections: [{ slug: 'people', fields: [{ name: 'name', type: 'text' }] }],
        globals: [
          {
            slug: 'notice',
            fields: [
              { name: 'text', type: 'text' },
              { name: 'open', type: 'boolean', default: true },
              { name: 'rank', type: 'number', default: 3 },
              { name: 'tags', type: 'text', hasMany: true, default: ['one', 'two'] },
              { name: 'seo', type: 'group', fields: [{ name: 'word', type: 'text', default: 'Word' }] },
              { name: 'lines', type: 'array', fields: [{ name: 'label', type: 'text' }] },
              { name: 'author', type: 'relationship', to: 'people' },
            ],
            access: { read: ({ req }) => req.user?.role === 'super_admin' || where },
          },
        ],
      }),
    );

  test.each<[object, boolean]>([
    [{ open: true }, true],
    [{ open: { not_equals: true } }, false],
    [{ rank: { gt: 2 } }, true],
    [{ rank: { exists: false } }, false],
    [{ tags: { contains: 'two' } }, true],
    [{ 'seo.word': 'Word' }, true],
    [{ text: 'x' }, false],
    [{ text: { not_in: ['x'] } }, true],
    [{ text: { exists: false } }, true],
    [{ 'lines.label': { not_equals: 'x' } }, true],
    [{ 'author.name': { exists: false } }, true],
    [{ 'author.name': 'x' }, false],
    [{ _status: 'draft' }, true],
    [{ _status: 'published' }, false],
    [{ createdAt: { exists: true } }, false],
    [{ OR: [{ text: { exists: true } }, { open: true }] }, true],
  ])('%j: %j', async (where, isShown) => {
    const own = await open(where);
    const admin = own.as(user('admin'));
    const status = isShown ? 200 : 404;
    expect((await admin.get('/api/globals/notice')).status).toBe(status);
    expect((await admin.patch('/api/globals/notice', {})).status).toBe(status);
    expect((await admin.patch('/api/globals/notice', { text: 'y' })).status).toBe(status);
    const { body } = await own.as(user('super_admin')).get('/api/globals/notice');
    expect(body.text).toBe(isShown ? 'y' : null);
  });
});

describe('the answer of a read callback', () => {
  const read = async (answer: () => unknown, role = 'editor') => {
    const own = await openGuarded(
      defineConfig({
        auth,
        collections: [
          {
            slug: 'posts',
            fields: [
              { name: 'title', type: 'text' },
              { name: 'at', type: 'date', time: true },
              { name: 'secret', type: 'text', access: { read: ['admin'] } },
            ],
            access: { read: () => answer() as boolean },
          },
        ],
      }),
    );
    const author = own.as(user('author'));
    await author.post('/api/posts', { title: 'One', at: '2026-01-01T00:00:00Z', secret: 's' });
    await author.post('/api/posts', { title: 'Two', at: '2027-01-01T00:00:00Z' });
    const { status, body } = await own.as(user(role)).get('/api/posts?sort=title');
    return { status, titles: body.docs?.map((one: Answer) => one.title), logged: own.logged };
  };

  test('may be a promise', async () => {
    expect(await read(async () => ({ title: 'One' }))).toMatchObject({ status: 200, titles: ['One'] });
    expect(await read(async () => true)).toMatchObject({ titles: ['One', 'Two'] });
    expect(await read(async () => false)).toMatchObject({ status: 403 });
  });

  test('may use hidden fields, and dates as JavaScript has them', async () => {
    expect(await read(() => ({ secret: 's' }))).toMatchObject({ status: 200, titles: ['One'] });
    expect(await read(() => ({ at: { lt: new Date('2026-06-01') } }))).toMatchObject({ titles: ['One'] });
    expect(await read(() => ({}))).toMatchObject({ titles: ['One', 'Two'] });
  });

  test.each([
    () => ({ title: undefined }),
    () => ({ OR: [] }),
    () => ({ nonsense: 1 }),
    () => ({ title: { like: 'x' } }),
  ])('that is no valid filter is the fault of the config: %s', async (answer) => {
    const { status, logged } = await read(answer);
    expect(status).toBe(500);
    expect(JSON.stringify(logged)).toContain('returned an invalid filter');
  });

  test.each([() => undefined, () => 1, () => 'true', () => [], () => new Map(), () => new Date()])(
    'that is neither true nor a plain object denies: %s',
    async (answer) => {
      expect(await read(answer)).toMatchObject({ status: 403 });
    },
  );
});

test('read callbacks get the id of the one document that is asked for', async () => {
  const asked: unknown[] = [];
  const own = await openGuarded(
    defineConfig({
      auth,
      collections: [
        {
          slug: 'posts',
          fields: [{ name: 'title', type: 'text' }],
          access: {
            read: ({ id, data, document }) => {
              asked.push({ id, data, document });
              return true;
            },
          },
        },
      ],
    }),
  );
  const { body } = await own.as(user('author')).post('/api/posts', { title: 'One' });
  await own.as(anonymous).get(`/api/posts/${body.id}`);
  await own.as(anonymous).get('/api/posts?depth=2');
  expect(asked).toEqual([{ id: body.id }, {}]);
});

describe('the built-in users', () => {
  const withUsers = defineConfig({
    auth,
    collections: [
      {
        slug: 'notes',
        fields: [{ name: 'by', type: 'relationship', to: 'users' }],
        access: { read: every.concat(), create: every },
      },
    ],
  });

  test('are populated and filtered for those who may see them: a rank below one’s own, and oneself', async () => {
    const own = await openGuarded(withUsers);
    const ids: Record<string, string> = {};
    const table = own.contract.collections.find(({ builtIn }) => builtIn === 'users')?.table;
    for (const [index, role] of every.entries()) {
      ids[role] = `0192f0c4-6c1a-7000-8000-00000000000${index}`;
      await own.driver.run(
        `INSERT INTO "${table}" ("id", "createdAt", "updatedAt", "_revision", "email", "role", "emailVerified") VALUES (?, ?, ?, 1, ?, ?, '1')`,
        [ids[role], '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', `${role}@example.com`, role],
      );
      await own.as(user('guest')).post('/api/notes', { by: ids[role] });
    }
    const seen = async (client: Client): Promise<readonly string[]> => {
      const { docs } = (await client.get('/api/notes?depth=1&sort=createdAt')).body;
      const roles = docs.map((one: Answer) => one.by?.role).filter((role: unknown) => role !== undefined);
      const where = encodeURIComponent(JSON.stringify({ 'by.emailVerified': true }));
      expect((await client.get(`/api/notes?where=${where}`)).body.totalDocs).toBe(roles.length);
      return roles;
    };
    expect(await seen(own.as(user('super_admin')))).toEqual(every);
    expect(await seen(own.as(user('admin', { id: ids['admin'] })))).toEqual(every.slice(1));
    expect(await seen(own.as(user('admin', { id: 'another' })))).toEqual(every.slice(2));
    expect(await seen(own.as(user('editor', { id: ids['editor'] })))).toEqual(['editor']);
    expect(await seen(own.as(key('admin')))).toEqual(every.slice(2));
    expect(await seen(own.as(key('editor')))).toEqual([]);
    expect(await seen(own.as(key(['notes:read'])))).toEqual([]);
    expect(await seen(own.as(key(['*:read'])))).toEqual([]);
  });
});
