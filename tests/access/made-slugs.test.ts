/**
 * Generated slugs reveal nothing about documents that the requester may not read
 * (docs/spec/contract.md#slugs).
 */
import { describe, expect, test } from 'vitest';
import type { CollectionConfig } from '../../runtime/config/collection-config.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { anonymous, type Client, key, openGuarded, user } from './support/guarded-service.js';

const auth = { secret: 'not looked at in these tests, but long enough' };
const made = /^hello-world-[bcdfghjklmnpqrstvwxz]{6}$/;

const fields: CollectionConfig['fields'] = [
  { name: 'title', type: 'text' },
  { name: 'slug', type: 'slug', from: 'title' },
  { name: 'seo', type: 'group', fields: [{ name: 'path', type: 'slug', from: 'title', maxLength: 10 }] },
  { name: 'word', type: 'slug', from: 'title', pattern: '^[a-z-]+$' },
];

async function openWith(collection: Partial<CollectionConfig>, secured = true): Promise<Client> {
  const config: ServiceConfig = {
    ...(secured && { auth }),
    collections: [{ slug: 'pages', fields, ...collection }],
  };
  return (await openGuarded(config)).as(user('editor'));
}

describe.each<readonly [string, Partial<CollectionConfig>]>([
  ['a read callback', { access: { read: ({ req }) => ({ title: String(req.user?.role) }) } }],
  ['a read callback that lets all', { drafts: false, access: { read: () => true } }],
  ['readRoles', { drafts: { readRoles: ['admin'] } }],
])('with %s', (_what, collection) => {
  test('every made slug ends in a random suffix, taken or not', async () => {
    const client = await openWith(collection);
    const slugs: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { body, status } = await client.post('/api/pages', { title: 'Hello world' });
      expect(status).toBe(201);
      expect(body.slug).toMatch(made);
      expect(body.word).toMatch(made);
      expect(body.seo.path).toMatch(/^hel-[a-z]{6}$/);
      slugs.push(body.slug);
    }
    expect(new Set(slugs).size).toBe(3);
  });

  test('a slug that was chosen stays as it is; taken, it gets a suffix without a number', async () => {
    const client = await openWith(collection);
    const send = async (): Promise<string> =>
      (await client.post('/api/pages', { slug: 'hello-world' })).body.slug;
    expect(await send()).toBe('hello-world');
    expect(await send()).toMatch(made);
    expect(await send()).toMatch(made);
  });
});

describe.each<readonly [string, Partial<CollectionConfig>, boolean]>([
  ['open reading', {}, true],
  ['a list of readers', { access: { read: ['editor'] } }, true],
  ['no authentication', { drafts: { readRoles: ['admin'] } }, false],
])('with %s', (_what, collection, secured) => {
  test('a slug is the title, and one that is taken, given or made, gets the next number', async () => {
    const client = await openWith(collection, secured);
    const slugs: string[] = [];
    for (const data of [{ title: 'Hello world' }, { title: 'Hello world' }, { slug: 'hello-world' }]) {
      slugs.push((await client.post('/api/pages', data)).body.slug);
    }
    expect(slugs).toEqual(['hello-world', 'hello-world-2', 'hello-world-3']);
  });
});

test('short slugs that are cut at a word get different numbers, also when made at once', async () => {
  const short: CollectionConfig['fields'] = [
    { name: 'title', type: 'text' },
    { name: 'slug', type: 'slug', from: 'title', maxLength: 30 },
  ];
  const client = await openWith({ fields: short });
  // Cut for a number, this is `annual-reports`, too.
  const titles = ['Annual reports internationalised', 'Annual reports'];
  for (const title of titles) expect((await client.post('/api/pages', { title })).status).toBe(201);
  const sent = Array.from({ length: 20 }, (_, at) => client.post('/api/pages', { title: titles[at % 2] }));
  const answers = await Promise.all(sent);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect(new Set(answers.map(({ body }) => body.slug)).size).toBe(answers.length);
});

test('a slug is made once: a later title leaves it, suffix and all', async () => {
  const client = await openWith({ drafts: { readRoles: ['editor'] } });
  const { id, slug } = (await client.post('/api/pages', { title: 'Hello world' }, { 'x-draft': 'true' }))
    .body;
  expect(slug).toMatch(made);
  expect((await client.post(`/api/pages/${id}/publish`, {})).body.slug).toBe(slug);
  expect((await client.patch(`/api/pages/${id}`, { title: 'Other' })).body.slug).toBe(slug);
});

describe('a requester who does not see every document gets a random suffix, taken or not', () => {
  const everybody = { create: () => true, update: () => true };
  test.each([
    ['a role outside the list of readers', { access: { ...everybody, read: ['admin'] } }, user('editor')],
    ['a key without the scope of reading', {}, key(['pages:create', 'pages:update'])],
    ['without a login, where drafts exist', { access: everybody }, anonymous],
  ] as const)('%s', async (_what, collection, requester) => {
    const service = await openGuarded({ auth, collections: [{ slug: 'pages', fields, ...collection }] });
    const client = service.as(requester);
    for (let count = 0; count < 2; count += 1) {
      const { body, status } = await client.post('/api/pages', { title: 'Hello world' });
      expect({ status, slug: body.slug }).toEqual({ status: 201, slug: expect.stringMatching(made) });
    }
    expect((await client.post('/api/pages', { slug: 'chosen' })).body.slug).toBe('chosen');
    expect((await client.post('/api/pages', { slug: 'chosen' })).body.slug).toMatch(/^chosen-[a-z]{6}$/);
  });

  test('and readers of the same collection do not', async () => {
    const service = await openGuarded({
      auth,
      collections: [{ slug: 'pages', fields, access: { ...everybody, read: ['admin'] } }],
    });
    const { body } = await service.as(user('admin')).post('/api/pages', { title: 'Hello world' });
    expect(body.slug).toBe('hello-world');
  });
});
