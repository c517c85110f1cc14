/** `GET /api/svc/search`: one search of several collections, each under its own rules. */
import { beforeEach, describe, expect, test } from 'vitest';
import { maxRanked } from '../../runtime/query/compile/ranked-page.js';
import { anonymous, type GuardedService, key, openGuarded, user } from '../access/support/guarded-service.js';

let service: GuardedService;

const title = { name: 'title', type: 'text' } as const;

beforeEach(async () => {
  service = await openGuarded({
    auth: { secret: 'a secret that is long enough for every test of it' },
    collections: [
      {
        slug: 'posts',
        access: { create: ['admin'] },
        search: { fields: { title: 4, secret: 4 } },
        fields: [title, { name: 'secret', type: 'text', access: { read: ['admin'] } }],
      },
      {
        slug: 'notes',
        drafts: false,
        access: {
          read: ({ req }) => (req.user?.role === 'admin' ? true : { tenant: { equals: 'a' } }),
          create: ['admin'],
        },
        search: { fields: { title: 1 } },
        fields: [title, { name: 'tenant', type: 'text' }],
      },
      {
        slug: 'salaries',
        drafts: false,
        access: { read: ['admin'], create: ['admin'] },
        search: { fields: { title: 2 } },
        fields: [title],
      },
      { slug: 'plain', fields: [title] },
    ],
  });
  const admin = service.as(user('admin'));
  for (const [slug, data] of [
    ['posts', { title: 'red fox', secret: 'hidden' }],
    ['posts', { title: 'a red bird' }],
    ['notes', { title: 'red note of a', tenant: 'a' }],
    ['notes', { title: 'red note of b', tenant: 'b' }],
    ['salaries', { title: 'red numbers' }],
  ] as const)
    expect((await admin.post(`/api/${slug}`, data)).status).toBe(201);
  const draft = { title: 'red draft' };
  expect((await admin.post('/api/posts', draft, { 'x-draft': 'true' })).status).toBe(201);
});

async function hits(
  requester: Parameters<GuardedService['as']>[0],
  parameters: string,
): Promise<readonly string[]> {
  const { status, body } = await service.as(requester).get(`/api/svc/search?${parameters}`);
  expect([status, body.code]).toEqual([200, undefined]);
  return body.hits.map(
    (hit: { collection: string; document: { title: string }; score: number }) =>
      `${hit.collection} ${hit.document.title} ${hit.score}`,
  );
}

describe('hits', () => {
  test('are the best of all collections, with their scores', async () => {
    expect(await hits(user('admin'), 'q=red&draft=false')).toEqual([
      'posts a red bird 8',
      'posts red fox 8',
      'salaries red numbers 4',
      'notes red note of b 2',
      'notes red note of a 2',
    ]);
    expect(await hits(user('admin'), 'q=red&draft=false&limit=3')).toHaveLength(3);
    expect(await hits(user('admin'), 'q=red note')).toEqual([
      'notes red note of b 8',
      'notes red note of a 8',
    ]);
  });

  test('are of the named collections', async () => {
    expect(await hits(user('admin'), 'q=red&collections=notes,salaries')).toHaveLength(3);
    expect(await hits(user('admin'), 'q=red&collections=salaries&collections=salaries')).toEqual([
      'salaries red numbers 4',
    ]);
  });

  test('have highlights within the limit of one list, the best hits first', async () => {
    const searched = { drafts: false, search: { fields: { title: 1 } } } as const;
    const fields = [{ name: 'title', type: 'textarea' }] as const;
    const long = await openGuarded({
      auth: { secret: 'a secret that is long enough for every test of it' },
      collections: ['ones', 'twos', 'threes'].map((slug) => ({
        ...searched,
        slug,
        fields,
        access: { create: ['admin'] },
      })),
    });
    const text = `${'wordwordw '.repeat(9_500)}fox`;
    for (const slug of ['ones', 'twos', 'threes'])
      for (let each = 0; each < 6; each += 1)
        expect((await long.as(user('admin')).post(`/api/${slug}`, { title: text })).status).toBe(201);
    const { body } = await long.as(anonymous).get('/api/svc/search?q=fox&highlight=true&limit=18');
    const marked: readonly boolean[] = body.hits.map(
      ({ document }: { document: { _highlights: object } }) => Object.keys(document._highlights).length > 0,
    );
    expect(marked).toHaveLength(18);
    expect(marked.filter(Boolean).length).toBeLessThan(12);
    expect(marked.lastIndexOf(true)).toBe(marked.filter(Boolean).length - 1);
  }, 30_000);

  test('have highlights on request', async () => {
    const { body } = await service.as(anonymous).get('/api/svc/search?q=fox&highlight=true');
    expect(body.hits).toMatchObject([
      { document: { _highlights: { title: [{ text: 'red fox', marks: [[4, 7]] }] } } },
    ]);
  });

  test('are whole documents', async () => {
    const { body } = await service.as(anonymous).get('/api/svc/search?q=fox');
    const { body: list } = await service.as(anonymous).get('/api/posts?search=fox');
    expect(body).toEqual({ hits: [{ collection: 'posts', document: list.docs[0], score: 8 }] });
  });
});

describe('each collection is searched under its own rules', () => {
  test('a visitor finds neither closed collections nor other tenants, hidden words or drafts', async () => {
    expect(await hits(anonymous, 'q=red')).toEqual([
      'posts a red bird 8',
      'posts red fox 8',
      'notes red note of a 2',
    ]);
    expect(await hits(anonymous, 'q=red&collections=salaries')).toEqual([]);
    for (const word of ['hidden', 'draft', 'numbers']) expect(await hits(anonymous, `q=${word}`)).toEqual([]);
    expect((await service.as(anonymous).get('/api/svc/search?q=red&draft=true')).status).toBe(403);
  });

  test('an administrator finds drafts, too', async () => {
    expect(await hits(user('admin'), 'q=draft')).toEqual(['posts red draft 8']);
    expect(await hits(user('admin'), 'q=hidden')).toEqual(['posts red fox 8']);
  });

  test('a key finds what its scopes open', async () => {
    expect(await hits(key(['salaries:read']), 'q=red')).toEqual(['salaries red numbers 4']);
    expect(await hits(key(['plain:read']), 'q=red')).toEqual([]);
  });
});

test.each([
  ['', 'q'],
  ['q=', 'q'],
  ['q=-red', 'q'],
  [`q=${'x'.repeat(201)}`, 'q'],
  ['q=red&collections=plain', 'collections'],
  ['q=red&collections=', 'collections'],
  ['q=red&collections=nothing', 'collections'],
  [`q=red&collections=${Array.from({ length: 11 }, (_, at) => `c${at}`).join()}`, 'collections'],
  ['q=red&limit=0', 'limit'],
  ['q=red&limit=101', 'limit'],
  ['q=red&highlight=1', 'highlight'],
  ['q=red&draft=1', 'draft'],
  ['q=red&search=red', 'search'],
  ['q=red&q=blue', 'q'],
])('%s is refused', async (parameters, path) => {
  const { status, body } = await service.as(user('admin')).get(`/api/svc/search?${parameters}`);
  expect([status, body.details.map((issue: { path: string }) => issue.path)]).toEqual([400, [path]]);
});

test('without a collection that is searched there is no route', async () => {
  const plain = await openGuarded({
    auth: { secret: 'a secret that is long enough for every test of it' },
    collections: [{ slug: 'plain', fields: [title] }],
  });
  expect((await plain.as(user('admin')).get('/api/svc/search?q=red')).status).toBe(404);
});

test('a collection with more matches than are ranked says so', async () => {
  const admin = service.as(user('admin'));
  const search = async (): Promise<unknown> =>
    (await admin.get('/api/svc/search?q=owl&limit=2&collections=posts,salaries')).body;
  const operations = Array.from({ length: 100 }, () => ({ op: 'create', data: { title: 'owl' } }));
  for (let count = 0; count < maxRanked; count += operations.length) {
    expect((await admin.post('/api/salaries/bulk', { operations, return: 'ids' })).status).toBe(200);
  }
  expect(await search()).not.toHaveProperty('truncated');
  expect((await admin.post('/api/salaries', { title: 'owl' })).status).toBe(201);
  expect(await search()).toMatchObject({ truncated: true, hits: [{ collection: 'salaries' }, {}] });
}, 240_000);
