import { describe, expect, test } from 'vitest';
import { openDocuments, refusal } from '../../../tests/support/documents.js';
import type { ServiceConfig } from '../../config/service-config.js';

const blog: ServiceConfig = {
  collections: [
    { slug: 'authors', fields: [{ name: 'name', type: 'text', required: true }] },
    {
      slug: 'posts',
      indexes: [{ fields: ['category', 'seo.title'], unique: true }],
      fields: [
        { name: 'title', type: 'text', required: true },
        { name: 'code', type: 'text', unique: true },
        { name: 'aliases', type: 'text', hasMany: true },
        { name: 'category', type: 'select', options: ['news', 'guide'], default: 'news' },
        { name: 'rank', type: 'number', default: ({ req }) => req.url.length },
        { name: 'onDay', type: 'date' },
        { name: 'at', type: 'date', time: true },
        { name: 'active', type: 'boolean' },
        { name: 'extra', type: 'json' },
        { name: 'place', type: 'point' },
        { name: 'author', type: 'relationship', to: 'authors' },
        { name: 'editors', type: 'relationship', to: 'authors', hasMany: true },
        { name: 'about', type: 'relationship', to: ['authors', 'posts'] },
        {
          name: 'seo',
          type: 'group',
          fields: [
            { name: 'title', type: 'text' },
            { name: 'robots', type: 'text', default: 'index' },
          ],
        },
        {
          name: 'items',
          type: 'array',
          fields: [
            { name: 'label', type: 'text', required: true },
            { name: 'count', type: 'number', default: 1 },
            { name: 'who', type: 'relationship', to: 'authors' },
          ],
        },
        {
          name: 'content',
          type: 'blocks',
          blocks: [
            { slug: 'quote', fields: [{ name: 'text', type: 'text' }] },
            { slug: 'image', fields: [{ name: 'by', type: 'relationship', to: 'authors', hasMany: true }] },
          ],
        },
      ],
    },
    { slug: 'notes', drafts: false, fields: [{ name: 'text', type: 'text' }] },
  ],
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('a new document', () => {
  test('has every field, the built-in ones first, and empty ones as null or []', async () => {
    const docs = await openDocuments(blog);
    docs.now = Date.UTC(2026, 0, 2, 3, 4, 5, 5);
    const post = await docs.create('posts', { title: 'Hello' });
    expect(JSON.stringify(post)).toBe(
      JSON.stringify({
        id: post.id,
        createdAt: post.createdAt,
        updatedAt: post.createdAt,
        _status: 'published',
        _revision: 1,
        title: 'Hello',
        code: null,
        aliases: [],
        category: 'news',
        rank: 9,
        onDay: null,
        at: null,
        active: null,
        extra: null,
        place: null,
        author: null,
        editors: [],
        about: null,
        seo: { title: null, robots: 'index' },
        items: [],
        content: [],
      }),
    );
    expect(post.id).toMatch(uuid);
    expect(post.createdAt).toMatch(/^2026-01-02T03:04:05\.\d{3}Z$/);
    expect(await docs.read('posts', post.id)).toEqual(post);
  });

  test('has no _status where drafts are switched off', async () => {
    const docs = await openDocuments(blog);
    expect(Object.keys(await docs.create('notes', {}))).toEqual([
      ...['id', 'createdAt', 'updatedAt', '_revision', 'text'],
    ]);
  });

  test('keeps every kind of value as it was sent', async () => {
    const docs = await openDocuments(blog);
    const { id: author } = await docs.create('authors', { name: 'Ada' });
    const input = {
      title: 'Zürich 😀 \u2028 "\\',
      code: 'A1',
      aliases: ['b', 'a', 'b'],
      category: 'guide',
      rank: -0.1,
      onDay: '2024-02-29',
      active: false,
      extra: { b: 1, a: [null, { constructor: true }], '2': 'x', '1': 'y' },
      place: [-180, 90],
      author,
      editors: [author],
      about: { collection: 'authors', id: author },
      seo: { title: 'T', robots: null },
    };
    const post = await docs.create('posts', input);
    expect(post).toMatchObject(input);
    expect(JSON.stringify(post.extra)).toBe(JSON.stringify(input.extra));
    expect(await docs.read('posts', post.id)).toEqual(post);
  });

  test('keeps a JSON key named __proto__', async () => {
    const docs = await openDocuments(blog);
    const extra: unknown = JSON.parse('{"__proto__":{"a":1},"b":{"__proto__":2}}');
    const { id } = await docs.create('posts', { title: 'x', extra });
    expect(await docs.readText('posts', id)).toContain('"extra":{"__proto__":{"a":1},"b":{"__proto__":2}}');
  });

  test('has its timestamps in UTC with milliseconds', async () => {
    const docs = await openDocuments(blog);
    const post = await docs.create('posts', { title: 'x', at: '2026-05-01T12:00:00+02:00' });
    expect(post.at).toBe('2026-05-01T10:00:00.000Z');
  });

  test('is refused a moment that has no year of four digits in UTC', async () => {
    const docs = await openDocuments(blog);
    expect(
      await refusal(docs.create('posts', { title: 'x', at: '9999-12-31T23:59:59-10:00' })),
    ).toMatchObject({
      status: 400,
      details: [{ path: 'at', message: expect.any(String) }],
    });
  });

  test('reads -0 as 0', async () => {
    const docs = await openDocuments(blog);
    const post = await docs.create('posts', { title: 'x', rank: -0, place: [-0, 0] });
    expect([post.rank, post.place]).toEqual([0, [0, 0]]);
    expect(await docs.read('posts', post.id)).toEqual(post);
  });

  test('has ids that grow with each document', async () => {
    const docs = await openDocuments(blog);
    const ids: string[] = [];
    for (let count = 0; count < 50; count += 1) ids.push((await docs.create('notes', {})).id);
    expect([...ids].sort()).toEqual(ids);
  });
});

describe('defaults', () => {
  test('fill absent fields, and leave alone what was cleared on purpose', async () => {
    const docs = await openDocuments(blog);
    const post = await docs.create('posts', {
      title: 'x',
      rank: null,
      seo: { robots: null },
    });
    expect(post).toMatchObject({ rank: null, seo: { title: null, robots: null } });
  });

  test('fill the rows that a write brings', async () => {
    const docs = await openDocuments(blog);
    const post = await docs.create('posts', {
      title: 'x',
      items: [{ label: 'a' }, { label: 'b', count: null }],
    });
    expect(post.items).toEqual([
      { id: expect.stringMatching(uuid), label: 'a', count: 1, who: null },
      { id: expect.stringMatching(uuid), label: 'b', count: null, who: null },
    ]);
    const changed = await docs.update('posts', post.id, { items: [{ label: 'c' }] });
    expect(changed.items).toMatchObject([{ label: 'c', count: 1 }]);
  });

  test('that do not fit their field are an error of the config, and nothing is written', async () => {
    const docs = await openDocuments({
      collections: [
        {
          slug: 'things',
          fields: [{ name: 'size', type: 'number', default: () => 'big' as unknown as number }],
        },
      ],
    });
    await expect(docs.create('things', {})).rejects.toThrow(
      'size must be a number, but a hook or default made it "big".',
    );
    expect((await docs.list('things')).totalDocs).toBe(0);
  });

  test('that throw are named', async () => {
    const fail = (): never => {
      throw new Error('no clock');
    };
    const docs = await openDocuments({
      collections: [{ slug: 'things', fields: [{ name: 'size', type: 'number', default: fail }] }],
    });
    await expect(docs.create('things', {})).rejects.toThrow('The default of size failed: no clock');
  });

  test('that answer nothing leave a required field missing: 400', async () => {
    const docs = await openDocuments({
      collections: [
        {
          slug: 'things',
          fields: [{ name: 'size', type: 'number', required: true, default: () => undefined }],
        },
      ],
    });
    expect(await refusal(docs.create('things', {}))).toMatchObject({
      status: 400,
      details: [{ path: 'size', message: 'This field is required.' }],
    });
  });
});

describe('rows', () => {
  test('keep the ids that are sent and get others where none are', async () => {
    const docs = await openDocuments(blog);
    const { items } = await docs.create('posts', {
      title: 'x',
      items: [{ id: 'mine', label: 'a' }, { label: 'b' }],
    });
    expect(items).toMatchObject([
      { id: 'mine', label: 'a' },
      { id: expect.stringMatching(uuid), label: 'b' },
    ]);
  });

  test('must have different ids', async () => {
    const docs = await openDocuments(blog);
    const content = ['a', 'b', 'a'].map((id) => ({ id, blockType: 'quote' }));
    expect(await refusal(docs.create('posts', { title: 'x', content }))).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      details: [{ path: 'content', message: 'Must not have two rows of one id.' }],
    });
  });

  test('of blocks have their type beside their id', async () => {
    const docs = await openDocuments(blog);
    const post = await docs.create('posts', {
      title: 'x',
      content: [{ blockType: 'image' }, { blockType: 'quote' }],
    });
    expect(post.content).toEqual([
      { id: expect.stringMatching(uuid), blockType: 'image', by: [] },
      { id: expect.stringMatching(uuid), blockType: 'quote', text: null },
    ]);
  });
});

describe('a body is refused', () => {
  test('with every fault at once: built-in keys, unknown fields and values that do not fit', async () => {
    const docs = await openDocuments(blog);
    const body = {
      id: 'x',
      createdAt: 'x',
      _status: 'draft',
      _revision: 2,
      nope: 1,
      items: [{ label: 5, x: 1 }],
    };
    expect(await refusal(docs.create('posts', body))).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      details: expect.arrayContaining([
        { path: 'id', message: 'This field is set by the service and cannot be sent.' },
        { path: 'createdAt', message: 'This field is set by the service and cannot be sent.' },
        { path: '_status', message: 'This field is set by the service and cannot be sent.' },
        { path: '_revision', message: 'This field is set by the service and cannot be sent.' },
        { path: 'nope', message: 'There is no such field.' },
        { path: 'items.0.x', message: 'There is no such field.' },
        { path: 'items.0.label', message: expect.any(String) },
        { path: 'title', message: expect.any(String) },
      ]),
    });
  });

  test('when it points to documents that do not exist, naming each pointer', async () => {
    const docs = await openDocuments(blog);
    const { id } = await docs.create('authors', { name: 'Ada' });
    const gone = '01890000-0000-7000-8000-000000000000';
    const body = {
      title: 'x',
      author: gone,
      editors: [id, gone],
      about: { collection: 'posts', id },
      items: [{ label: 'a', who: gone }],
      content: [{ blockType: 'image', by: [gone, id] }],
    };
    const message = `There is no document "${gone}" in authors.`;
    expect(await refusal(docs.create('posts', body))).toEqual({
      status: 400,
      code: 'BAD_USER_INPUT',
      message: `author: ${message}`,
      details: [
        { path: 'author', message },
        { path: 'editors.1', message },
        { path: 'items.0.who', message },
        { path: 'content.0.by.0', message },
        { path: 'about', message: `There is no document "${id}" in posts.` },
      ],
    });
    expect((await docs.list('posts')).totalDocs).toBe(0);
  });

  test('when a unique value is taken: 409 naming the field', async () => {
    const docs = await openDocuments(blog);
    await docs.create('posts', { title: 'a', code: 'A' });
    const message = 'Another document of posts has the same code.';
    expect(await refusal(docs.create('posts', { title: 'b', code: 'A' }))).toEqual({
      status: 409,
      code: 'CONFLICT',
      message,
      details: [{ path: 'code', message }],
    });
    const other = await docs.create('posts', { title: 'b' });
    expect(await refusal(docs.update('posts', other.id, { code: 'A' }))).toMatchObject({ status: 409 });
  });

  test('when a combination is taken: 409 naming its fields', async () => {
    const docs = await openDocuments(blog);
    await docs.create('posts', { title: 'a', seo: { title: 'T' } });
    const message = 'Another document of posts has the same category and seo.title.';
    expect(await refusal(docs.create('posts', { title: 'b', seo: { title: 'T' } }))).toEqual({
      status: 409,
      code: 'CONFLICT',
      message,
      details: [
        { path: 'category', message },
        { path: 'seo.title', message },
      ],
    });
  });

  test('when several ask for a unique value at once: one gets it', async () => {
    const docs = await openDocuments(blog);
    const works = Array.from({ length: 8 }, (_, index) =>
      docs.create('posts', { title: `t${index}`, code: 'A' }),
    );
    const outcomes = await Promise.allSettled(works);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ status: 409, code: 'CONFLICT' });
    }
    expect((await docs.list('posts')).totalDocs).toBe(1);
  });

  test('never for an empty unique field, however many there are', async () => {
    const docs = await openDocuments(blog);
    await docs.create('posts', { title: 'a' });
    await docs.create('posts', { title: 'b', code: null });
    expect((await docs.list('posts')).totalDocs).toBe(2);
  });
});
