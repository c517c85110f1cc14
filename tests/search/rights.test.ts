/** A search tells nothing that its requester may not read: by hits, counts, order or highlights. */
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, type GuardedService, key, openGuarded, user } from '../access/support/guarded-service.js';

let service: GuardedService;

beforeEach(async () => {
  service = await openGuarded({
    auth: { secret: 'a secret that is long enough for every test of it' },
    collections: [
      {
        slug: 'notes',
        defaultSort: 'title_asc',
        access: {
          read: ({ req }) => (req.user?.role === 'admin' ? true : { tenant: { equals: 'a' } }),
          create: ['admin'],
        },
        search: { fields: { title: 2, secret: 4, body: 1 } },
        fields: [
          { name: 'title', type: 'text' },
          { name: 'tenant', type: 'text' },
          { name: 'body', type: 'text' },
          { name: 'secret', type: 'text', access: { read: ['admin'] } },
        ],
      },
    ],
  });
  const admin = service.as(user('admin'));
  for (const note of [
    { title: 'one', tenant: 'a', body: 'common', secret: 'hidden' },
    { title: 'two', tenant: 'a', body: 'common' },
    { title: 'three', tenant: 'b', body: 'common other' },
  ])
    expect((await admin.post('/api/notes', note)).status).toBe(201);
  const draft = { title: 'four', tenant: 'a', body: 'common unfinished' };
  expect((await admin.post('/api/notes', draft, { 'x-draft': 'true' })).status).toBe(201);
});

async function found(requester: Parameters<GuardedService['as']>[0], parameters: string): Promise<unknown> {
  const { body } = await service.as(requester).get(`/api/notes?${parameters}`);
  return { titles: body.docs.map(({ title }: { title: string }) => title), total: body.totalDocs };
}

describe('a visitor', () => {
  test.each([
    ['words of hidden fields', 'search=hidden'],
    ['their beginnings', 'search=hid'],
    ['words of other tenants', 'search=other'],
    ['words of drafts', 'search=unfinished'],
  ])('does not find %s', async (_, parameters) => {
    expect(await found(anonymous, parameters)).toEqual({ titles: [], total: 0 });
    expect(await found(user('editor'), `${parameters}&draft=false`)).toEqual({
      titles: [],
      total: 0,
    });
  });

  test('sees no order and no exclusion by hidden words', async () => {
    const all = { titles: ['one', 'two'], total: 2 };
    expect(await found(anonymous, 'search=common')).toEqual(all);
    expect(await found(anonymous, 'search=common -hidden')).toEqual(all);
  });

  test('gets highlights of readable fields only', async () => {
    const { body } = await service.as(anonymous).get('/api/notes?search=common&highlight=true');
    expect(body.docs.map((one: { _highlights: object }) => Object.keys(one._highlights))).toEqual([
      ['body'],
      ['body'],
    ]);
    const { body: other } = await service
      .as(anonymous)
      .get('/api/notes?search=common&highlight=true&select=title');
    expect(other.docs[0]._highlights).toEqual({});
  });
});

test('an administrator finds all of it', async () => {
  const admin = user('admin');
  expect(await found(admin, 'search=hidden')).toEqual({ titles: ['one'], total: 1 });
  expect(await found(admin, 'search=other')).toEqual({ titles: ['three'], total: 1 });
  expect(await found(admin, 'search=unfinished')).toEqual({ titles: ['four'], total: 1 });
  expect(await found(admin, 'search=common -hidden&draft=false')).toEqual({
    titles: ['three', 'two'],
    total: 2,
  });
});

test('a key searches the fields that its scopes open', async () => {
  expect(await found(key(['notes:read']), 'search=hidden')).toEqual({ titles: [], total: 0 });
  expect(await found(key(['notes:read', 'notes.secret:read']), 'search=hidden')).toEqual({
    titles: ['one'],
    total: 1,
  });
});

test('who may read no searched field finds nothing, and sees no highlights', async () => {
  const closed = await openGuarded({
    auth: { secret: 'a secret that is long enough for every test of it' },
    collections: [
      {
        slug: 'notes',
        drafts: false,
        access: { create: ['admin'] },
        search: { fields: { secret: 1 } },
        fields: [
          { name: 'title', type: 'text' },
          { name: 'secret', type: 'text', access: { read: ['admin'] } },
        ],
      },
    ],
  });
  const admin = closed.as(user('admin'));
  expect((await admin.post('/api/notes', { title: 'fox', secret: 'fox' })).status).toBe(201);
  const answers = await Promise.all(
    [admin, closed.as(anonymous)].map(async (client) => {
      const { body } = await client.get('/api/notes?search=fox&highlight=true');
      const { body: all } = await client.get('/api/svc/search?q=fox&highlight=true');
      return [body.totalDocs, body.docs.length, all.hits.length];
    }),
  );
  expect(answers).toEqual([
    [1, 1, 1],
    [0, 0, 0],
  ]);
});

describe('blocks of which some have a closed field', () => {
  let pages: GuardedService;

  beforeEach(async () => {
    pages = await openGuarded({
      auth: { secret: 'a secret that is long enough for every test of it' },
      collections: [
        {
          slug: 'pages',
          drafts: false,
          access: { create: ['admin'] },
          search: { fields: { 'main.layout.text': 1 } },
          fields: [
            {
              name: 'main',
              type: 'group',
              fields: [
                {
                  name: 'layout',
                  type: 'blocks',
                  blocks: [
                    { slug: 'hero', fields: [{ name: 'text', type: 'text' }] },
                    { slug: 'quote', fields: [{ name: 'text', type: 'textarea' }] },
                    {
                      slug: 'note',
                      fields: [{ name: 'text', type: 'text', access: { read: ['admin'] } }],
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    });
    const layout = [
      { blockType: 'hero', text: 'open hero' },
      { blockType: 'note', text: 'closed note' },
      { blockType: 'quote', text: 'open quote' },
    ];
    expect((await pages.as(user('admin')).post('/api/pages', { main: { layout } })).status).toBe(201);
  });

  const total = async (requester: Parameters<GuardedService['as']>[0], search: string): Promise<number> =>
    (await pages.as(requester).get(`/api/pages?search=${search}`)).body.totalDocs;

  test('are searched for everyone, without that field', async () => {
    for (const search of ['hero', 'quote', 'hero quote', 'open -note'])
      expect(await total(anonymous, search)).toBe(1);
    for (const search of ['note', 'closed', 'hero note']) expect(await total(anonymous, search)).toBe(0);
    for (const search of ['note', 'closed hero', '"closed note"'])
      expect(await total(user('admin'), search)).toBe(1);
    expect(await total(user('admin'), 'open -note')).toBe(0);
  });

  test('have the highlights that their reader may see', async () => {
    const pieces = async (requester: Parameters<GuardedService['as']>[0]): Promise<readonly string[]> => {
      const { body } = await pages.as(requester).get('/api/pages?search=o*&highlight=true');
      return (body.docs[0]?._highlights['main.layout.text'] ?? []).map(({ text }: { text: string }) => text);
    };
    expect(await pieces(anonymous)).toEqual(['open hero', 'open quote']);
    const { body } = await pages.as(user('admin')).get('/api/pages?search=closed open&highlight=true');
    expect(body.docs[0]._highlights['main.layout.text']).toHaveLength(3);
  });
});

describe('blocks inside of blocks of which one has a closed field', () => {
  const note = {
    slug: 'note',
    fields: [{ name: 'text', type: 'text', access: { read: ['admin'] } }],
  } as const;
  const hero = { slug: 'hero', fields: [{ name: 'text', type: 'text' }] } as const;

  test('show nothing of it, neither as hits nor in highlights', async () => {
    const pages = await openGuarded({
      auth: { secret: 'a secret that is long enough for every test of it' },
      collections: [
        {
          slug: 'pages',
          drafts: false,
          access: { create: ['admin'] },
          search: { fields: { title: 1, 'layout.parts.text': 1 } },
          fields: [
            { name: 'title', type: 'text' },
            {
              name: 'layout',
              type: 'blocks',
              blocks: [
                { slug: 'section', fields: [{ name: 'parts', type: 'blocks', blocks: [hero, note] }] },
              ],
            },
          ],
        },
      ],
    });
    const parts = [
      { blockType: 'hero', text: 'open hero' },
      { blockType: 'note', text: 'open secret' },
    ];
    const layout = [{ blockType: 'section', parts }];
    const admin = pages.as(user('admin'));
    expect((await admin.post('/api/pages', { title: 'open page', layout })).status).toBe(201);
    const visitor = pages.as(anonymous);
    const total = async (search: string): Promise<number> =>
      (await visitor.get(`/api/pages?search=${search}`)).body.totalDocs;
    expect([await total('secret'), await total('page secret'), await total('open -secret')]).toEqual([
      0, 0, 1,
    ]);
    const { body } = await visitor.get('/api/pages?search=open&highlight=true');
    expect(body.docs).toHaveLength(1);
    expect(JSON.stringify(body)).not.toContain('secret');
    const seen = (await admin.get('/api/pages?search=secret&highlight=true')).body;
    expect(seen.docs[0]._highlights['layout.parts.text'][0].text).toBe('open secret');
  });
});

test('a long hidden field pushes no word out of the index', async () => {
  const admin = service.as(user('admin'));
  const secret = Array.from({ length: 12_000 }, (_, at) => `word${at}`).join(' ');
  expect((await admin.post('/api/notes', { title: 'pushed', tenant: 'a', secret })).status).toBe(201);
  expect(await found(anonymous, 'search=pushed')).toEqual({ titles: ['pushed'], total: 1 });
  expect(await found(user('admin'), 'search=word9000')).toEqual({ titles: ['pushed'], total: 1 });
  expect(await found(user('admin'), 'search=word11000')).toEqual({ titles: [], total: 0 });
});

test.each(['"*', 'NEAR(', 'a:b', "'%00", '%E2%80%AEcommon', '{c0}:common', 'common) OR (x', 'common" OR "x'])(
  'takes %s for words',
  async (text) => {
    const { status } = await service.as(anonymous).get(`/api/notes?search=${text}`);
    expect([200, 400]).toContain(status);
  },
);

test.each([
  ['search=', 400],
  [`search=${'"'.repeat(10_000)}`, 400],
  ['highlight=true', 400],
  ['search=common&highlight=maybe', 400],
])('%s is %i', async (parameters, status) => {
  expect((await service.as(anonymous).get(`/api/notes?${parameters}`)).status).toBe(status);
});

test('a body of a query takes the same', async () => {
  const { body } = await service
    .as(anonymous)
    .post('/api/notes/query', { search: 'common', highlight: true });
  expect(body).toMatchObject({ totalDocs: 2, docs: [{ title: 'one' }, { title: 'two' }] });
});
