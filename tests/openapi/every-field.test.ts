/** Values of every field type match the document, however they are read. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GeneratedServer, generatedServer } from '../support/openapi-server.js';

let server: GeneratedServer;
let id: string;

beforeAll(async () => {
  server = await generatedServer('every-field');
  const boss = await create('/api/people', { name: 'Boss' });
  const ada = await create('/api/people', { name: 'Ada', boss });
  const rome = await create('/api/places', { name: 'Rome' });
  const whole = await create('/api/things', { title: 'Whole', owner: ada });
  id = await create('/api/things', thing({ ada, boss, rome, whole }));
});
afterAll(() => server.close());

async function create(path: string, body: object): Promise<string> {
  const response = await server.send('POST', path, body);
  const text = await response.text();
  expect({ status: response.status, text }).toMatchObject({ status: 201 });
  return (JSON.parse(text) as { readonly id: string }).id;
}

interface Others {
  readonly ada: string;
  readonly boss: string;
  readonly rome: string;
  readonly whole: string;
}

function thing({ ada, boss, rome, whole }: Others): object {
  const image = { caption: 'A 😀', source: 'https://example.org/a.png', width: 10, credit: ada };
  return {
    title: 'Thing',
    serial: 'AB-1234',
    aliases: ['one', 'two'],
    summary: 'Short.',
    story: { root: { children: [] } },
    contact: 'thing@example.org',
    homepage: 'http://example.org/',
    price: 12.5,
    stock: 3,
    ratings: [1, 4.5],
    active: false,
    madeOn: '2026-02-28',
    checkedAt: '2026-02-28T12:00:00+02:00',
    kind: 'art',
    colors: ['red', 'blue'],
    extra: [1, { a: null }],
    place: [12.5, 41.9],
    owner: ada,
    maker: boss,
    fans: [ada, boss],
    origin: { collection: 'places', id: rome },
    seenBy: [
      { collection: 'people', id: ada },
      { collection: 'places', id: rome },
    ],
    partOf: whole,
    size: { width: 1, height: 2, box: { material: 'wood', packer: boss } },
    size_width: 'wide',
    images: [image, { source: 'https://example.org/b.png' }],
    content: [
      { blockType: 'heading', text: 'Hello' },
      { blockType: 'image', ...image },
      { blockType: 'columns', columns: [{ text: 'Left', related: [whole] }, { text: null }] },
    ],
    even: 4,
  };
}

const selects = [
  'title,owner,fans,origin,seenBy',
  'owner.name,owner.boss.name,fans.name',
  'origin.name,seenBy.name',
  'size.box.packer,size.width',
  'images.caption,images.credit',
  'content.blockType,content.text',
  'content',
  'parts.title,partOf.title',
  'extra,story,place,_revision,_status,createdAt',
];

test.each([0, 1, 2, 3, 5])('at depth %i, whole and selected', async (depth) => {
  for (const path of ['/api/things', `/api/things/${id}`]) {
    const whole = await server.fetch(`${path}?depth=${depth}`);
    expect(whole.status).toBe(200);
    for (const select of selects) {
      const { status } = await server.fetch(`${path}?depth=${depth}&select=${select}`);
      // `select` can enter relations only where they are populated.
      expect([200, depth < 2 ? 400 : 200]).toContain(status);
    }
  }
});

test('the other side, through joins', async () => {
  for (const depth of [0, 1, 2, 3]) {
    expect((await server.fetch(`/api/people?depth=${depth}`)).status).toBe(200);
    expect((await server.fetch(`/api/people?depth=${depth}&select=things,likedBy&cursor=`)).status).toBe(200);
  }
});

test('a document of which everything is cleared that may be empty', async () => {
  const empty = await create('/api/things', {
    title: 'Empty',
    stock: null,
    checkedAt: null,
    size: null,
  });
  for (const depth of [0, 1])
    expect((await server.fetch(`/api/things/${empty}?depth=${depth}`)).status).toBe(200);
});

test('a global before and after it is written', async () => {
  const path = '/api/globals/defaults';
  for (const body of [null, { best: [id], opening: { from: null } }, { currency: 'USD', home: null }]) {
    if (body) expect((await server.send('PATCH', path, body)).status).toBe(200);
    for (const query of ['', '?depth=1', '?depth=2&select=best.title', '?select=opening.from']) {
      expect((await server.fetch(path + query)).status).toBe(200);
    }
  }
});
