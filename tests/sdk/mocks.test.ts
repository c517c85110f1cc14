/** `sdk/mocks` with MSW itself, called by the client of the same service. */
import { thumbHashToRGBA } from 'thumbhash';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClient, type FindQuery, type PostShape } from '../../fixtures/blog/expected/sdk/index.js';
import { createMocks } from '../../fixtures/blog/expected/sdk/mocks.js';
import { createClient as createArchiveClient } from '../../fixtures/uploads/expected/sdk/index.js';
import { createMocks as createArchiveMocks } from '../../fixtures/uploads/expected/sdk/mocks.js';
import { createClient as createSiteClient } from '../../fixtures/website/expected/sdk/index.js';
import { createMocks as createSiteMocks } from '../../fixtures/website/expected/sdk/mocks.js';
import { errorCodes } from '../../runtime/errors/codes.js';
import type { ServerErrorCode } from '../../templates/sdk/mocks/index.js';
import { HttpResponse, http, setupServer } from './msw.js';

const baseUrl = 'http://blog.test';
const archiveUrl = 'http://archive.test/cms';
const siteUrl = 'http://site.test';
const mocks = createMocks({ baseUrl, http, HttpResponse });
const archive = createArchiveMocks({ baseUrl: archiveUrl, http, HttpResponse });
const site = createSiteMocks({ baseUrl: siteUrl, http, HttpResponse });
const server = setupServer(...mocks.handlers, ...archive.handlers, ...site.handlers);

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());
beforeEach(() => {
  mocks.reset();
  archive.reset();
  site.reset();
  server.resetHandlers();
});

const client = createClient({ baseUrl, retry: false });
const files = createArchiveClient({ baseUrl: archiveUrl, retry: false });

describe('fixtures', () => {
  test('are whole documents with examples, defaults and what is given', () => {
    expect(mocks.fixture.posts({ title: 'Hello', seo: { title: 'Hi' } })).toEqual({
      id: expect.any(String),
      createdAt: '2026-01-01T00:00:01.000Z',
      updatedAt: '2026-01-01T00:00:01.000Z',
      _status: 'published',
      _revision: 1,
      title: 'Hello',
      slug: null,
      excerpt: null,
      body: null,
      category: 'news',
      publishedAt: null,
      readingMinutes: null,
      featured: false,
      author: expect.any(String),
      tags: [],
      seo: { title: 'Hi', description: null },
    });
  });

  test('have populated relations and joins at a depth', () => {
    const author = mocks.fixture.authors({ name: 'Ada' }, { depth: 1 });
    const post = mocks.fixture.posts({ author }, { depth: 2 });
    expect(post.author?.name).toBe('Ada');
    expect(post.comments).toEqual({ docs: [], hasNextPage: false });
    expect(mocks.fixture.posts({}, { depth: 1 }).author).toMatchObject({ email: 'name@example.com' });
    expect(mocks.fixture.posts({}, { depth: 1 }).author).not.toHaveProperty('posts');
  });

  test('of drafts may lack what is required', () => {
    const draft = mocks.fixture.posts({ title: null }, { draft: true });
    expect(draft).toMatchObject({ title: null, _status: 'draft', _pending: false });
  });

  test('of globals, and the same in every run', () => {
    expect(mocks.fixture.globals.siteSettings({ tagline: 'Yes' })).toMatchObject({
      ...{ id: 'global', title: 'My blog', postsPerPage: 10, tagline: 'Yes', navigation: [] },
    });
    mocks.reset();
    const first = mocks.fixture.posts();
    mocks.reset();
    expect(mocks.fixture.posts()).toEqual(first);
  });

  test('are typed by the collection', () => {
    const typed = (): readonly unknown[] => [
      // @ts-expect-error There is no such field.
      mocks.fixture.posts({ titel: 'A' }),
      // @ts-expect-error A relation is an id at depth 0.
      mocks.fixture.posts({ author: mocks.fixture.authors() }),
      // @ts-expect-error Only drafts lack what is required.
      mocks.fixture.posts({ title: null }),
      // @ts-expect-error This collection has no drafts.
      mocks.fixture.comments({}, { draft: true }),
      // @ts-expect-error There is no such choice.
      mocks.data.posts.add({ category: 'poem' }),
      // @ts-expect-error The client itself fails with this code.
      mocks.fail('NETWORK'),
      // @ts-expect-error This service has no authentication.
      archive.logIn(),
    ];
    expect(typed).toBeTypeOf('function');
  });
});

describe('documents', () => {
  test('are created, read, changed and deleted', async () => {
    const author = mocks.data.authors.add({ name: 'Ada' });
    const post = await client.posts.create({ title: 'One', author: author.id });
    expect(post).toMatchObject({
      title: 'One',
      category: 'news',
      tags: [],
      _status: 'published',
      _revision: 1,
    });
    const changed = await client.posts.update(post.id, { seo: { title: 'T' } }, { ifMatch: 1 });
    expect(changed).toMatchObject({ title: 'One', seo: { title: 'T', description: null }, _revision: 2 });
    expect(mocks.data.posts.all()).toEqual([changed]);
    await client.posts.delete(post.id);
    expect((await client.safe.posts.findById(post.id)).error).toMatchObject({
      ...{ code: 'NOT_FOUND', status: 404, reason: 'document.unknown' },
      params: { id: post.id, collection: 'posts' },
    });
  });

  test('are refused as by the service: missing and unique values, and other revisions', async () => {
    const { error: missing } = await client.safe.authors.create({ name: 'Ada' } as never);
    expect(missing).toMatchObject({
      ...{ code: 'BAD_USER_INPUT', reason: 'data.invalid' },
      details: [{ path: 'email', reason: 'value.required' }],
    });
    const one = mocks.data.authors.add({ email: 'a@example.com' });
    const { error: taken } = await client.safe.authors.create({ name: 'B', email: 'a@example.com' });
    expect(taken).toMatchObject({ code: 'CONFLICT', details: [{ path: 'email' }] });
    const { error: modified } = await client.safe.authors.update(one.id, { name: 'C' }, { ifMatch: 7 });
    expect(modified).toMatchObject({ code: 'CONFLICT', currentRevision: 1 });
    expect(await client.authors.mutate(one.id, ({ name }) => ({ name: `${name}!` }))).toMatchObject({
      name: 'Name!',
    });
  });

  test('get distinct examples of unique fields', () => {
    mocks.data.authors.add();
    mocks.data.authors.add();
    expect(mocks.data.authors.all().map(({ email }) => email)).toEqual([
      'name@example.com',
      'name-2@example.com',
    ]);
    mocks.data.authors.clear();
    expect(mocks.data.authors.all()).toEqual([]);
  });

  test('are populated and selected', async () => {
    const author = mocks.data.authors.add({ name: 'Ada' });
    const tag = mocks.data.tags.add({ name: 'x' });
    const post = mocks.data.posts.add({ title: 'One', author: author.id, tags: [tag.id, 'gone'] });
    mocks.data.comments.add({ post: post.id, text: 'Yes' });
    const read = await client.posts.findById(post.id, {
      ...{ depth: 1, select: ['title', 'author.name', 'tags', 'comments'] },
    });
    expect(read).toEqual({
      id: post.id,
      title: 'One',
      author: { id: author.id, name: 'Ada' },
      tags: [tag],
      comments: { docs: [expect.objectContaining({ text: 'Yes', post: post.id })], hasNextPage: false },
    });
    await client.authors.delete(author.id);
    expect((await client.posts.findById(post.id, { depth: 1 })).author).toBeNull();
  });

  test('of a global', async () => {
    expect(await client.globals.siteSettings.get()).toMatchObject({
      id: 'global',
      title: 'My blog',
      _revision: 0,
    });
    const saved = await client.globals.siteSettings.update({ navigation: [{ label: 'A', url: '/a' }] });
    expect(saved.navigation).toEqual([{ id: expect.any(String), label: 'A', url: '/a' }]);
    expect(mocks.data.globals.siteSettings.get()).toEqual(saved);
    expect(mocks.data.globals.siteSettings.set({ title: 'New' })).toMatchObject({
      title: 'New',
      _revision: 2,
    });
  });

  test('with references to several collections, and blocks', async () => {
    const { categories, pages, redirects } = createSiteClient({ baseUrl: siteUrl, retry: false });
    const page = await pages.create({
      title: 'Home',
      layout: [{ blockType: 'callToAction', links: [{ link: { label: 'More' } }] }],
    });
    expect(page.layout).toEqual([
      {
        ...{ id: expect.any(String), blockType: 'callToAction', text: null },
        links: [{ id: expect.any(String), link: expect.objectContaining({ label: 'More', newTab: false }) }],
      },
    ]);
    expect(await pages.count({ where: { 'layout.links.link.label': 'More' } })).toBe(1);
    const reference = { collection: 'pages', id: page.id } as const;
    await redirects.create({ from: '/a', to: { kind: 'reference', reference } });
    const where = { 'to.reference.title': 'Home' };
    const [found] = (await redirects.find({ where, depth: 1 })).docs;
    expect(found?.to.reference).toMatchObject({ ...reference, doc: { title: 'Home' } });
    const top = site.data.categories.add({ title: 'Top' });
    const middle = site.data.categories.add({ title: 'Middle', parent: top.id });
    site.data.categories.add({ title: 'Low', parent: middle.id });
    expect(await categories.find({ where: { 'parent.parent.title': 'Top' } })).toMatchObject({
      docs: [{ title: 'Low' }],
    });
  });
});

describe('lists', () => {
  beforeEach(() => {
    const ada = mocks.data.authors.add({ name: 'Ada' });
    const bob = mocks.data.authors.add({ name: 'Bob' });
    for (let index = 1; index <= 5; index++) {
      const author = index % 2 ? ada.id : bob.id;
      mocks.data.posts.add({ title: `Post ${index}`, author, readingMinutes: index === 5 ? null : index });
    }
  });
  const titles = async (query: FindQuery<PostShape, 0, never, undefined, false>): Promise<string> =>
    (await client.posts.find(query)).docs.map(({ title }) => title.slice(5)).join('');

  test('have pages, counts and an order', async () => {
    expect(await client.posts.find({ limit: 2, page: 2 })).toMatchObject({
      ...{ totalDocs: 5, totalPages: 3, page: 2, hasNextPage: true, hasPrevPage: true },
      docs: [{ title: 'Post 3' }, { title: 'Post 2' }],
    });
    expect(await client.posts.find({ count: 'none' })).toMatchObject({ totalDocs: -1, totalPages: -1 });
    expect(await client.posts.count({ where: { title: { contains: 'post' } } })).toBe(5);
    expect(await titles({ sort: ['readingMinutes_desc', 'title'] })).toBe('43215');
    expect(await titles({ sort: 'title_asc' })).toBe('12345');
  });

  test('are read by cursor', async () => {
    const first = await client.posts.find({ cursor: '', limit: 3 });
    expect(first).toMatchObject({ totalDocs: -1, hasNextPage: true });
    const next = await client.posts.find({ cursor: first.nextCursor ?? '', limit: 3 });
    expect(next).toMatchObject({ hasNextPage: false, nextCursor: null, docs: [{}, {}] });
    const all: string[] = [];
    for await (const { title } of client.posts.iterate({ limit: 2 })) all.push(title);
    expect(all).toHaveLength(5);
  });

  test.each([
    [{ title: 'Post 1' }, '1'],
    [{ title: { not_equals: 'Post 1' } }, '2345'],
    [{ readingMinutes: { gte: 2, lt: 4 } }, '23'],
    [{ readingMinutes: null }, '5'],
    [{ readingMinutes: { exists: true } }, '1234'],
    [{ title: { in: ['Post 1', 'Post 9'] } }, '1'],
    [{ OR: [{ title: 'Post 1' }, { 'author.name': 'Bob' }] }, '124'],
    [{ AND: [{ 'author.name': { contains: 'ad' } }, { readingMinutes: { gt: 1 } }] }, '3'],
    [{ tags: { contains: 'x' } }, ''],
    [{ 'seo.title': null, category: { not_in: ['guide'] } }, '12345'],
  ] as const)('find by %j', async (where, expected) => {
    expect(await titles({ where: where as never, sort: 'title' })).toBe(expected);
  });

  test('name an operator that is not mocked', async () => {
    const { error } = await client.safe.posts.find({ where: { readingMinutes: { within: [1, 2] } } });
    expect(error).toMatchObject({ code: 'BAD_USER_INPUT', details: [{ path: 'readingMinutes' }] });
  });

  test('are found by ids, by key, and with long filters', async () => {
    const [first, second] = mocks.data.posts.all();
    const ids = [`${second?.id}`, 'gone', `${first?.id}`];
    expect((await client.posts.findByIds(ids)).map(({ title }) => title)).toEqual(['Post 2', 'Post 1']);
    expect(await client.authors.findByKey({ email: 'name@example.com' })).toMatchObject({ name: 'Ada' });
    const many = Array.from({ length: 400 }, (_, index) => `Post ${index}`);
    expect(await titles({ where: { title: { in: many } }, sort: 'title' })).toBe('12345');
  });

  test('are written many at once, all or none', async () => {
    const [one] = mocks.data.posts.all();
    const id = `${one?.id}`;
    const operations = [
      { op: 'update', id, data: { title: 'Changed' } },
      { op: 'delete', id: 'gone' },
    ] as const;
    expect((await client.safe.posts.bulk(operations)).error?.code).toBe('NOT_FOUND');
    expect(mocks.data.posts.all()[0]?.title).toBe('Post 1');
    const { results } = await client.posts.bulk(operations, { atomic: false });
    expect(results).toMatchObject([
      { index: 0, status: 200, id, revision: 2 },
      { index: 1, status: 404, id: 'gone', code: 'NOT_FOUND' },
    ]);
    const where = { readingMinutes: { gte: 2 } };
    expect(await client.posts.deleteMany({ where }, { dryRun: true })).toMatchObject({ succeeded: 3 });
    const { error } = await client.safe.posts.updateMany({ where }, { category: 'guide' }, { expect: 9 });
    expect(error?.code).toBe('CONFLICT');
    expect(await client.posts.updateMany({ where }, { category: 'guide' })).toMatchObject({ succeeded: 3 });
    expect(await client.posts.createMany([{ name: 'B' }] as never)).toMatchObject({ failed: 1 });
  });
});

describe('drafts', () => {
  test('are pending until they are published', async () => {
    const author = mocks.data.authors.add();
    const post = await client.posts.create({ title: 'Live', author: author.id });
    await client.posts.update(post.id, { title: 'Draft', seo: { title: 'T' } }, { draft: true });
    expect((await client.posts.findById(post.id)).title).toBe('Live');
    expect(await client.posts.findById(post.id, { draft: true })).toMatchObject({
      ...{ title: 'Draft', _pending: true, _status: 'published', _revision: 2 },
      seo: { title: 'T', description: null },
    });
    expect(await client.posts.count({ where: { _pending: true }, draft: true })).toBe(1);
    await client.posts.update(post.id, { title: 'Other' });
    expect(await client.posts.findById(post.id, { draft: true })).toMatchObject({
      ...{ title: 'Other', _pending: true },
      seo: { title: 'T' },
    });
    expect(await client.posts.publish(post.id)).toMatchObject({ title: 'Other', seo: { title: 'T' } });
    expect(await client.posts.unpublish(post.id)).toMatchObject({ _status: 'draft' });
    expect((await client.safe.posts.findById(post.id)).error?.code).toBe('NOT_FOUND');
  });

  test('are checked when they are published, discarded, and scheduled', async () => {
    const half = await client.posts.create({ title: 'Half' }, { draft: true });
    const { error } = await client.safe.posts.publish(half.id);
    expect(error?.details).toMatchObject([{ path: 'author' }]);
    expect((await client.safe.posts.discardDraft(half.id)).error?.code).toBe('CONFLICT');
    const author = mocks.data.authors.add();
    const whole = mocks.data.posts.add({ author: author.id }, { draft: true });
    const publishAt = '2030-01-01T00:00:00.000Z';
    expect(await client.posts.publish(whole.id, { publishAt })).toMatchObject({ _status: 'draft' });
    expect(await client.posts.schedule(whole.id)).toEqual({ publishAt, unpublishAt: null, error: null });
    expect(await client.posts.cancelSchedule(whole.id)).toMatchObject({ publishAt: null });
  });
});

describe('errors', () => {
  test.each(Object.entries(errorCodes))('%s has its status', async (code, { status }) => {
    mocks.fail(code as ServerErrorCode, { path: 'tags', retryAfter: 3, message: 'No.' });
    const { error } = await client.safe.tags.find();
    expect(error).toMatchObject({ code, status, message: 'No.', retryAfter: 3 });
    expect((await client.tags.find()).docs).toEqual([]);
  });

  test('of chosen requests, as often as wanted', async () => {
    mocks.fail('UNAVAILABLE', { method: 'POST', times: 2, reason: 'store.notResponding' });
    expect((await client.tags.find()).totalDocs).toBe(0);
    for (const _ of [1, 2]) {
      const { error } = await client.safe.tags.create({ name: 'a' });
      expect(error).toMatchObject({ code: 'UNAVAILABLE', reason: 'store.notResponding' });
    }
    expect(await client.tags.create({ name: 'a' })).toMatchObject({ name: 'a' });
  });

  test('in handlers of your own, and requests that nothing mocks', async () => {
    server.use(http.get(`${baseUrl}/api/tags`, () => mocks.error('FORBIDDEN', { message: 'Not you.' })));
    expect((await client.safe.tags.find()).error).toMatchObject({ code: 'FORBIDDEN', message: 'Not you.' });
    expect((await client.safe.auth.config()).error?.code).toBe('NETWORK');
  });
});

describe('sessions', () => {
  test('begin with a login and end with a logout', async () => {
    const own = createClient({ baseUrl, retry: false });
    const email = 'ada@example.com';
    const password = 'Correct-Horse-7-Battery';
    await own.users.create({ email, password, role: 'author' });
    expect((await own.safe.auth.login({ email, password: 'other' })).error?.code).toBe('INVALID_CREDENTIALS');
    const { user } = await own.auth.login({ email, password });
    expect(user).toMatchObject({ email, role: 'author' });
    expect(user).not.toHaveProperty('password');
    expect(user).not.toHaveProperty('_revision');
    expect((await own.auth.me()).user).toEqual(user);
    await own.auth.logout();
    expect(await own.auth.me()).toEqual({ user: null });
  });

  test('go on when the address of the account changes', async () => {
    const own = createClient({ baseUrl, retry: false });
    const email = 'ada@example.com';
    const newEmail = 'ada@example.org';
    const password = 'Correct-Horse-7-Battery';
    expect((await own.safe.auth.emailChange.get()).error?.code).toBe('UNAUTHENTICATED');
    await own.users.create({ email, password, role: 'author' });
    await own.auth.login({ email, password });
    expect(await own.auth.emailChange.get()).toEqual({ emailChange: null });
    const wrong = await own.safe.auth.emailChange.request({ currentPassword: 'other', newEmail });
    expect(wrong.error?.code).toBe('INVALID_CREDENTIALS');
    const same = await own.safe.auth.emailChange.request({ currentPassword: password, newEmail: email });
    expect(same.error).toMatchObject({ code: 'BAD_USER_INPUT', details: [{ path: 'newEmail' }] });
    await own.auth.emailChange.request({ currentPassword: password, newEmail });
    expect(await own.auth.emailChange.get()).toMatchObject({ emailChange: { newEmail } });
    await own.auth.emailChange.cancel();
    expect((await own.safe.auth.emailChange.confirm({ token: 'any' })).error?.code).toBe('INVALID_TOKEN');
    await own.auth.emailChange.request({ currentPassword: password, newEmail });
    const { user } = await own.auth.emailChange.confirm({ token: 'any' });
    expect(user).toMatchObject({ email: newEmail, emailVerified: true });
    expect((await own.auth.me()).user).toEqual(user);
    expect((await own.safe.auth.login({ email, password })).error?.code).toBe('INVALID_CREDENTIALS');
    expect((await own.auth.login({ email: newEmail, password })).user.id).toBe(user.id);
  });

  test('begin in the test itself', async () => {
    const own = createClient({ baseUrl, retry: false, headers: { cookie: 'svc_session=mock' } });
    const user = mocks.logIn({ name: 'Ada', role: 'editor' });
    expect(await own.auth.me()).toMatchObject({ user: { id: user.id, role: 'editor' } });
    mocks.logOut();
    expect(await own.auth.me()).toEqual({ user: null });
  });
});

describe('files', () => {
  const text = (content: string): Blob => new Blob([content], { type: 'text/plain' });

  test('are kept, replaced and read', async () => {
    const file = new File(['hello\n'], 'hello there.txt', { type: 'text/plain' });
    const created = await files.documents.create({ title: 'Hello' }, { file });
    expect(created).toMatchObject({
      ...{ title: 'Hello', filename: 'hello there.txt' },
      mimeType: 'text/plain',
      filesize: 6,
    });
    const response = await fetch(files.documents.fileUrl(created));
    expect(response.headers.get('content-type')).toBe('text/plain');
    expect(await response.text()).toBe('hello\n');
    const saved = await fetch(files.documents.fileUrl(created, { download: true }));
    expect(saved.headers.get('content-disposition')).toBe('attachment');
    const bye = { bytes: text('bye'), filename: 'bye.txt' };
    const replaced = await files.documents.update(created.id, {}, { file: bye });
    expect(replaced).toMatchObject({ title: 'Hello', filename: 'bye.txt', filesize: 3 });
    expect(replaced.url).not.toBe(created.url);
    expect(await files.documents.versions(created.id)).toMatchObject({ totalDocs: 2 });
    const [, first] = (await files.documents.versions(created.id)).docs;
    expect(await files.documents.restore(created.id, `${first?.id}`)).toMatchObject({ url: created.url });
  });

  test('that are images have what the service finds in them', async () => {
    const photo = archive.data.photos.add();
    expect(photo).toMatchObject({ mimeType: expect.stringMatching(/^image\//), width: 1200, height: 800 });
    expect(photo.sizes.thumbnail).toMatchObject({ url: expect.any(String), width: expect.any(Number) });
    const { width, height } = photo.sizes.wide;
    expect(Math.abs(width / height - 1.5)).toBeLessThan(0.05);
    const rgba = thumbHashToRGBA(Buffer.from(photo.thumbhash, 'base64'));
    expect([rgba.w > 0, rgba.w > rgba.h]).toEqual([true, true]);
    const file = new File(['picture'], 'a.png', { type: 'image/png' });
    const sent = await files.photos.create({}, { file });
    expect(sent).toMatchObject({ mimeType: 'image/png', thumbhash: photo.thumbhash });
    expect(await (await fetch(`${archiveUrl}${sent.sizes.banner.url}`)).text()).toBe('picture');
  });

  test('are required, and may be refused', async () => {
    const request = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    const response = await fetch(`${archiveUrl}/api/attachments`, request);
    expect(await response.json()).toMatchObject({ code: 'BAD_USER_INPUT', details: [{ path: 'file' }] });
    archive.fail('INVALID_FILE', { path: 'attachments', details: [{ path: 'file', message: 'Is empty.' }] });
    const { error } = await files.safe.attachments.create({}, { file: text('') });
    expect(error).toMatchObject({ code: 'INVALID_FILE', status: 422 });
  });

  test('of stored documents have addresses of their own', async () => {
    const one = archive.data.documents.add({ filename: 'one.txt' });
    const two = archive.data.documents.add();
    expect(one.url).not.toBe(two.url);
    expect((await fetch(files.documents.fileUrl(one))).status).toBe(200);
  });
});

test('groups and metrics are those of the service', async () => {
  mocks.data.posts.add({ category: 'news', readingMinutes: 3, publishedAt: '2026-01-31T23:30:00.000Z' });
  mocks.data.posts.add({ category: 'news', readingMinutes: 4, publishedAt: '2026-01-01T00:00:00.000Z' });
  mocks.data.posts.add({ category: 'guide', readingMinutes: 10, publishedAt: null });
  const metrics = {
    n: 'count',
    minutes: { sum: 'readingMinutes' },
    usual: { avg: 'readingMinutes' },
  } as const;
  expect(await client.posts.aggregate({ groupBy: ['category'], metrics, sort: 'n_desc' })).toEqual({
    groups: [
      { key: { category: 'news' }, n: 2, minutes: 7, usual: 3.5 },
      { key: { category: 'guide' }, n: 1, minutes: 10, usual: 10 },
    ],
    hasMore: false,
  });
  const byMonth = [{ field: 'publishedAt', by: 'month', offset: '+01:00' }] as const;
  expect(await client.posts.aggregate({ groupBy: byMonth, metrics: { n: 'count' }, limit: 2 })).toEqual({
    groups: [
      { key: { publishedAt: '2026-01' }, n: 1 },
      { key: { publishedAt: '2026-02' }, n: 1 },
    ],
    hasMore: true,
  });
  expect(await client.posts.aggregate({ where: { title: 'none' }, metrics })).toEqual({
    groups: [{ key: {}, n: 0, minutes: 0, usual: null }],
    hasMore: false,
  });
});
