/** docs/spec/contract.md#virtual-fields. */
import { describe, expect, test } from 'vitest';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import {
  anonymous,
  type Client,
  type GuardedService,
  openGuarded,
  user,
} from '../access/support/guarded-service.js';

/** Names of the functions that ran, and what `score` returns. */
interface Probe {
  readonly ran: string[];
  score: unknown;
}

function configOf(probe: Probe): ServiceConfig {
  const noted = <T>(name: string, value: T): T => {
    probe.ran.push(name);
    return value;
  };
  return {
    name: 'Virtual',
    auth: { secret: 'Zr8qLx2VnT5wJc9fYb3mHd7kPs4gEa6u' },
    collections: [
      {
        slug: 'authors',
        drafts: false,
        access: { read: () => true, create: () => true, update: () => true },
        fields: [
          { name: 'name', type: 'text', required: true },
          {
            name: 'shout',
            type: 'text',
            required: true,
            virtual: ({ document }) => noted('shout', String(document['name']).toUpperCase()),
          },
          { name: 'posts', type: 'join', collection: 'posts', on: 'author' },
        ],
      },
      {
        slug: 'posts',
        versions: true,
        access: { read: () => true, create: () => true, update: () => true },
        drafts: { readRoles: ['customer'] },
        fields: [
          { name: 'title', type: 'text', required: true },
          { name: 'notes', type: 'text', access: { read: ['editor'] } },
          { name: 'author', type: 'relationship', to: 'authors' },
          { name: 'score', type: 'number', min: 0, virtual: () => noted('score', probe.score) as number },
          {
            name: 'url',
            type: 'url',
            virtual: async ({ document }) => noted('url', `https://a.example/${document['id']}`),
          },
          {
            name: 'secret',
            type: 'text',
            access: { read: ['editor'] },
            virtual: ({ document }) => noted('secret', document['notes'] as string),
          },
          {
            name: 'hints',
            type: 'select',
            hasMany: true,
            options: ['a', 'b'],
            virtual: () => noted('hints', null),
          },
          { name: 'day', type: 'date', time: true, virtual: () => noted('day', '2026-01-01T01:00:00+01:00') },
          {
            name: 'writer',
            type: 'relationship',
            to: 'authors',
            virtual: ({ document }) => noted('writer', document['author'] as string | null),
          },
          {
            name: 'seo',
            type: 'group',
            fields: [
              { name: 'text', type: 'text' },
              {
                name: 'length',
                type: 'number',
                virtual: ({ siblingData }) => noted('length', String(siblingData['text'] ?? '').length),
              },
            ],
          },
          {
            name: 'lines',
            type: 'array',
            fields: [
              { name: 'price', type: 'number', required: true },
              {
                name: 'gross',
                type: 'number',
                virtual: ({ siblingData }) => noted('gross', Number(siblingData['price']) * 2),
              },
            ],
          },
        ],
      },
    ],
    globals: [
      {
        slug: 'site',
        access: { read: () => true, update: () => true },
        fields: [
          { name: 'name', type: 'text', default: 'x' },
          { name: 'hello', type: 'text', virtual: ({ document }) => `Hello ${document['name']}` },
        ],
      },
    ],
  };
}

interface Opened {
  readonly service: GuardedService;
  readonly client: Client;
  readonly probe: Probe;
}

async function open(): Promise<Opened> {
  const probe: Probe = { ran: [], score: 3 };
  const service = await openGuarded(configOf(probe));
  return { service, client: service.as(user('customer')), probe };
}

const post = { title: 'A', seo: { text: 'abc' }, lines: [{ price: 1 }, { price: 2 }] };

describe('a response', () => {
  test('has the values in the order of the config, in their stored form, of writes and reads', async () => {
    const { client } = await open();
    const author = (await client.post('/api/authors', { name: 'Ada' })).body;
    expect(author).toMatchObject({ name: 'Ada', shout: 'ADA' });
    const created = (await client.post('/api/posts', { ...post, author: author.id })).body;
    expect(created).toMatchObject({
      score: 3,
      url: `https://a.example/${created.id}`,
      hints: [],
      day: '2026-01-01T00:00:00.000Z',
      writer: author.id,
      seo: { text: 'abc', length: 3 },
      lines: [
        { price: 1, gross: 2 },
        { price: 2, gross: 4 },
      ],
    });
    expect(Object.keys(created).slice(5)).toEqual([
      ...['title', 'author', 'score', 'url', 'hints', 'day', 'writer', 'seo', 'lines'],
    ]);
    const read = { ...created, _pending: false };
    expect((await client.get(`/api/posts/${created.id}`)).body).toEqual(read);
    expect((await client.get('/api/posts')).body.docs).toEqual([read]);
  });

  test('has them in populated relations and joins, and populates virtual relations', async () => {
    const { client } = await open();
    const author = (await client.post('/api/authors', { name: 'Ada' })).body;
    const { id } = (await client.post('/api/posts', { ...post, author: author.id })).body;
    const read = (await client.get(`/api/posts/${id}?depth=1`)).body;
    expect([read.author.shout, read.writer.shout]).toEqual(['ADA', 'ADA']);
    const joined = (await client.get(`/api/authors/${author.id}?depth=1`)).body;
    expect(joined.posts.docs).toMatchObject([{ id, score: 3, writer: author.id }]);
    const deep = (await client.get(`/api/posts/${id}?depth=2&select=writer.shout,author.posts.score`)).body;
    expect(deep).toEqual({
      id,
      writer: { id: author.id, shout: 'ADA' },
      author: { id: author.id, posts: { docs: [{ id, score: 3 }], hasNextPage: false } },
    });
  });

  test('has them in drafts, versions and globals', async () => {
    const { client, probe } = await open();
    const { id } = (await client.post('/api/posts', post)).body;
    const draft = await client.patch(`/api/posts/${id}`, { seo: { text: 'abcd' } }, { 'x-draft': 'true' });
    expect(draft.body.seo).toEqual({ text: 'abcd', length: 4 });
    expect((await client.get(`/api/posts/${id}?draft=false`)).body.seo.length).toBe(3);
    probe.score = 4;
    const { docs } = (await client.get(`/api/posts/${id}/versions`)).body;
    const version = (await client.get(`/api/posts/${id}/versions/${docs[0].id}`)).body;
    expect(version.document).toMatchObject({ score: 4, seo: { length: 4 } });
    expect((await client.get('/api/globals/site')).body.hello).toBe('Hello x');
    expect((await client.patch('/api/globals/site', { name: 'y' })).body.hello).toBe('Hello y');
  });

  test('is computed for selected fields and returned documents only', async () => {
    const { client, probe } = await open();
    await client.post('/api/posts', post);
    await client.post('/api/posts', { title: 'B' });
    const ranFor = async (path: string): Promise<readonly string[]> => {
      probe.ran.length = 0;
      expect((await client.get(path)).status).toBe(200);
      return [...probe.ran].sort();
    };
    expect(await ranFor('/api/posts?select=title')).toEqual([]);
    expect(await ranFor('/api/posts?select=title,score')).toEqual(['score', 'score']);
    expect(await ranFor('/api/posts?select=score&limit=1')).toEqual(['score']);
    expect(await ranFor('/api/posts?select=lines.price')).toEqual([]);
    expect(await ranFor('/api/posts?select=lines.gross')).toEqual(['gross', 'gross']);
    expect(await ranFor('/api/posts?limit=0')).toEqual([]);
  });

  test('leaves out what the requester may not read, and does not compute it', async () => {
    const { service, client, probe } = await open();
    const editor = service.as(user('editor'));
    const { id } = (await editor.post('/api/posts', { ...post, notes: 'n' })).body;
    expect((await editor.get(`/api/posts/${id}`)).body.secret).toBe('n');
    probe.ran.length = 0;
    expect((await client.get(`/api/posts/${id}`)).body).not.toHaveProperty('secret');
    expect((await client.get(`/api/posts/${id}?select=secret`)).body).toEqual({ id });
    expect(probe.ran).not.toContain('secret');
    expect((await client.get('/api/posts?where={"secret":"n"}')).status).toBe(400);
  });

  test('is never an earlier one: neither kept nor confirmed by its revision', async () => {
    const { client, probe } = await open();
    const { id } = (await client.post('/api/posts', post)).body;
    for (const score of [5, 6]) {
      probe.score = score;
      expect((await client.get('/api/posts?select=score')).body.docs).toEqual([{ id, score }]);
      const read = await client.get(`/api/posts/${id}`, { 'if-none-match': '"1"' });
      expect([read.status, read.body.score]).toEqual([200, score]);
    }
  });
});

describe('a request', () => {
  test.each([
    [{ score: 1 }, 'score'],
    [{ seo: { length: 1 } }, 'seo.length'],
    [{ lines: [{ price: 1, gross: 2 }] }, 'lines.0.gross'],
  ])('that sets a virtual field is refused, and says why: %j', async (fields, path) => {
    const { client } = await open();
    const created = await client.post('/api/posts', { title: 'A', ...fields });
    expect(created.status).toBe(400);
    expect(created.body.details).toEqual([expect.objectContaining({ path, reason: 'field.virtual' })]);
  });

  test.each([
    ['where={"score":3}', 'score'],
    ['where={"seo.length":{"gt":1}}', 'length'],
    ['where={"lines.gross":1}', 'gross'],
    ['where={"writer.name":"Ada"}', 'writer'],
    ['sort=score', 'score'],
    ['sort=seo.length_desc', 'seo.length'],
  ])('that filters or sorts by one is refused: %s', async (query, name) => {
    const { client } = await open();
    const { status, body } = await client.get(`/api/posts?${query}`);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toMatch(new RegExp(`${name}.*virtual field`));
  });
});

describe('a function', () => {
  test.each([
    [-1, 'less than min'],
    ['3', 'not a number'],
    [{}, 'not a number'],
    [10n, 'JSON cannot hold'],
  ])('that returns a value that does not fit is a failure of the server: %s', async (score, text) => {
    const { service, client, probe } = await open();
    const { id } = (await client.post('/api/posts', post)).body;
    probe.score = score;
    expect((await client.get(`/api/posts/${id}`)).status).toBe(500);
    expect((await client.get(`/api/posts/${id}?select=title`)).status).toBe(200);
    const line = JSON.stringify(service.logged);
    expect(line).toContain('The virtual field score of posts');
    expect(line).toContain(text);
  });

  test('that returns nothing is null, and a list is empty', async () => {
    const { client, probe } = await open();
    probe.score = undefined;
    expect((await client.post('/api/posts', post)).body).toMatchObject({ score: null, hints: [] });
  });

  test('gets no copy that could change what is stored', async () => {
    const service = await openGuarded({
      collections: [
        {
          slug: 'posts',
          drafts: false,
          fields: [
            { name: 'title', type: 'text' },
            {
              name: 'loud',
              type: 'text',
              virtual: ({ document, siblingData }) => {
                siblingData['title'] = 'changed';
                return String(document['title']);
              },
            },
          ],
        },
      ],
    });
    const client = service.as(anonymous);
    const { id } = (await client.post('/api/posts', { title: 'A' })).body;
    expect((await client.get(`/api/posts/${id}`)).body).toMatchObject({ title: 'A', loud: 'changed' });
    expect((await client.get('/api/posts?select=title')).body.docs).toEqual([{ id, title: 'A' }]);
  });
});
