/**
 * What writes reveal about drafts to roles that are not in `drafts.readRoles` but may write drafts; over
 * HTTP.
 */
import { describe, expect, test } from 'vitest';
import type { FieldConfig } from '../../runtime/config/field-config.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { type AuthClient, minute, type Sent, startAuthServer } from '../support/auth-server.js';

const asDraft = { 'x-draft': 'true' };
const everybody = ['author', 'super_admin'];
const access = { create: everybody, update: everybody, delete: everybody };
const drafts = { readRoles: ['super_admin'] };
const chiefs = { update: ['super_admin'] };

const fields: readonly FieldConfig[] = [
  { name: 'title', type: 'text' },
  { name: 'status', type: 'text', access: chiefs },
  { name: 'seo', type: 'group', fields: [{ name: 'rank', type: 'number', access: chiefs }] },
  {
    name: 'items',
    type: 'array',
    fields: [
      { name: 'label', type: 'text' },
      { name: 'price', type: 'number', access: chiefs },
    ],
  },
];

const config: Partial<ServiceConfig> = {
  collections: [{ slug: 'pages', versions: true, drafts, access, fields }],
  globals: [{ slug: 'front', drafts, access: { update: everybody }, fields }],
};

interface Office {
  readonly chief: AuthClient;
  readonly author: AuthClient;
  /** Milliseconds. */
  readonly now: number;
}

async function openOffice(): Promise<Office> {
  const server = await startAuthServer({ config });
  await server.addUser('ann@example.com', { role: 'author' });
  return {
    chief: await server.signedIn(),
    author: await server.signedIn('ann@example.com'),
    now: server.time.now,
  };
}

/** The body of a request that succeeded. */
async function done(sent: Promise<Sent>): Promise<Sent['body']> {
  const { status, body } = await sent;
  if (status < 300) return body;
  throw new Error(`${status}: ${JSON.stringify(body)}`);
}

describe('a draft that was never published', () => {
  const steps = (client: AuthClient, path: string, publishAt: string): readonly Promise<Sent>[] => [
    client.post(`${path}/publish`, {}),
    client.post(`${path}/publish`, { publishAt }),
    client.post(`${path}/publish`, { publishAt: null }),
    client.post(`${path}/unpublish`, {}),
    client.delete(`${path}/draft`),
    client.get(`${path}/schedule`),
    client.delete(`${path}/schedule`),
    client.send('PATCH', path, { title: 'Mine' }),
    client.send('PATCH', path, { status: 'secret' }),
    client.send('PATCH', path, {}),
  ];

  test('does not exist for a requester who does not see it, even one who may write drafts', async () => {
    const { chief, author, now } = await openOffice();
    const draft = await done(chief.send('POST', '/api/pages', { title: 'T', status: 'secret' }, asDraft));
    const missing = `${draft.id.slice(0, -4)}0000`;
    const at = new Date(now + minute).toISOString();
    const of = async (id: string): Promise<readonly object[]> => {
      const path = `/api/pages/${id}`;
      const more = [author.get(`${path}/versions`), author.delete(path)];
      const sent = await Promise.all([...steps(author, path, at), ...more]);
      return sent.map(({ status, body }) => ({ status, body: JSON.stringify(body).replaceAll(id, 'ID') }));
    };
    const answers = await of(draft.id);
    expect(answers).toEqual(await of(missing));
    expect(answers.map((answer) => ('status' in answer ? answer.status : 0))).toEqual(Array(12).fill(404));
    expect(await done(chief.get(`/api/pages/${draft.id}?draft=true`))).toEqual(draft);
    const saved = await author.send('PATCH', `/api/pages/${draft.id}`, { title: 'Mine' }, asDraft);
    expect({ status: saved.status, keys: Object.keys(saved.body) }).toEqual({
      status: 200,
      keys: ['id', 'createdAt', 'updatedAt', '_status', '_revision'],
    });
  });

  test('of a global is published by nobody who does not see it', async () => {
    const { chief, author, now } = await openOffice();
    await done(chief.send('PATCH', '/api/globals/front', { title: 'T', status: 'secret' }, asDraft));
    const at = new Date(now + minute).toISOString();
    const sent = await Promise.all(steps(author, '/api/globals/front', at));
    // A value that the requester may not change gets a 404, too: it is not checked.
    const statuses = sent.map(({ status }) => status);
    expect(statuses).toEqual(Array(10).fill(404));
    expect((await done(chief.get('/api/globals/front?draft=false')))._status).toBe('draft');
  });
});

test('drafts that a requester does not see push no version out of the history that they see', async () => {
  const server = await startAuthServer({
    config: { collections: [{ slug: 'pages', versions: { max: 2 }, drafts, access, fields }] },
  });
  await server.addUser('ann@example.com', { role: 'author' });
  const chief = await server.signedIn();
  const author = await server.signedIn('ann@example.com');
  const { id } = await done(chief.post('/api/pages', { title: 'One' }));
  await done(chief.send('PATCH', `/api/pages/${id}`, { title: 'Two' }));
  const seen = await done(author.get(`/api/pages/${id}/versions`));
  expect(seen.totalDocs).toBe(2);
  for (const title of ['a', 'b', 'c'])
    await done(chief.send('PATCH', `/api/pages/${id}`, { title }, asDraft));
  expect(await done(author.get(`/api/pages/${id}/versions`))).toEqual(seen);
  const { docs } = await done(chief.get(`/api/pages/${id}/versions`));
  const titles = docs.map(({ document }: { document: { title: string } }) => document.title);
  expect(titles).toEqual(['c', 'b', 'Two', 'One']);
});

test('work on many is no way around it', async () => {
  const { chief, author } = await openOffice();
  const draft = await done(chief.send('POST', '/api/pages', { title: 'T', status: 'secret' }, asDraft));
  const { id } = draft;
  const operations = [
    ...['publish', 'unpublish', 'discard'].map((op) => ({ op, id })),
    { op: 'update', id, data: { title: 'Mine' } },
    { op: 'delete', id },
  ];
  const { body } = await author.post('/api/pages/bulk', { operations, atomic: false });
  expect(body.results.map(({ status }: { status: number }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect(await done(chief.get(`/api/pages/${id}?draft=true`))).toEqual(draft);
});

test('publishing tells a requester without sight of drafts nothing of them, whether there is one or not', async () => {
  const { chief, author } = await openOffice();
  const answers: object[] = [];
  for (const pending of [false, true]) {
    const { id } = await done(chief.post('/api/pages', { title: 'T' }));
    if (pending) await done(chief.send('PATCH', `/api/pages/${id}`, { title: 'U' }, asDraft));
    const { status, body } = await author.post(`/api/pages/${id}/publish`, {});
    answers.push({ status, body: JSON.stringify(body).replaceAll(id, 'ID') });
    expect((await chief.get(`/api/pages/${id}?draft=false`)).body.title).toBe('T');
    expect((await author.post(`/api/pages/${id}/unpublish`, {})).status).toBe(200);
  }
  expect(answers[0]).toMatchObject({ status: 404 });
  expect(answers[0]).toEqual(answers[1]);
});

test('a plan for a document that they see is none of theirs', async () => {
  const { chief, author, now } = await openOffice();
  const answers: object[] = [];
  for (const pending of [false, true]) {
    const { id } = await done(chief.post('/api/pages', { title: 'T' }));
    const path = `/api/pages/${id}`;
    const publishAt = new Date(now + minute).toISOString();
    if (pending) {
      await done(chief.send('PATCH', path, { title: 'U' }, asDraft));
      await done(chief.post(`${path}/publish`, { publishAt }));
    }
    const sent = [await author.get(`${path}/schedule`), await author.delete(`${path}/schedule`)];
    answers.push(
      sent.map(({ status, body }) => ({ status, body: JSON.stringify(body).replaceAll(id, 'ID') })),
    );
    if (pending) expect(await done(chief.get(`${path}/schedule`))).toMatchObject({ publishAt });
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toEqual([
    { status: 404, body: expect.any(String) },
    { status: 404, body: expect.any(String) },
  ]);
});

describe('a value that may not be changed is compared with what the sender sees', () => {
  const published = {
    title: 'T',
    status: 'old',
    seo: { rank: 1 },
    items: [{ id: 'a', label: 'A', price: 1 }],
  };
  const pending = { status: 'new', seo: { rank: 2 }, items: [{ id: 'a', label: 'A', price: 2 }] };
  const guesses = (which: 'old' | 'new'): readonly object[] => {
    const { status, seo, items } = which === 'old' ? published : pending;
    return [{ status }, { seo }, { items }];
  };

  test.each(['/api/pages', '/api/globals/front'])('%s: not with the draft', async (at) => {
    const { chief, author } = await openOffice();
    const isGlobal = at.includes('globals');
    const made = await done(isGlobal ? chief.send('PATCH', at, published) : chief.post(at, published));
    const path = isGlobal ? at : `${at}/${made.id}`;
    await done(chief.send('PATCH', path, pending, asDraft));
    for (const headers of [asDraft, {}]) {
      for (const guess of guesses('new')) {
        const { status, body } = await author.send('PATCH', path, guess, headers);
        expect({ status, code: body.code }).toEqual({ status: 403, code: 'FORBIDDEN' });
      }
    }
    for (const unchanged of guesses('old')) {
      expect((await author.send('PATCH', path, unchanged, asDraft)).status).toBe(200);
    }
    // Sending the same value back has changed nothing: the draft is as its author left it.
    expect(await done(chief.get(`${path}?draft=true`))).toMatchObject({ ...pending, title: 'T' });
  });

  test('rows that only the draft has are no way to its values', async () => {
    const { chief, author } = await openOffice();
    const { id } = await done(chief.post('/api/pages', { title: 'T' }));
    const path = `/api/pages/${id}`;
    await done(chief.send('PATCH', path, pending, asDraft));
    const row = { id: 'a', label: 'B' };
    const named = await author.send('PATCH', path, { items: [{ ...row, price: 2 }] }, asDraft);
    expect(named.status).toBe(403);
    expect((await author.send('PATCH', path, { items: [row] }, asDraft)).status).toBe(200);
    expect((await done(chief.get(`${path}?draft=true`))).items).toEqual([{ ...row, price: 2 }]);
  });

  test('nor with one that was never published', async () => {
    const { chief, author } = await openOffice();
    const { id } = await done(chief.send('POST', '/api/pages', published, asDraft));
    for (const guess of [...guesses('old'), ...guesses('new')]) {
      expect((await author.send('PATCH', `/api/pages/${id}`, guess, asDraft)).status).toBe(403);
    }
  });

  test('a requester who sees drafts is compared with them', async () => {
    const server = await startAuthServer({
      config: { collections: [{ slug: 'pages', access, fields }] },
    });
    await server.addUser('ann@example.com', { role: 'author' });
    const [chief, author] = [await server.signedIn(), await server.signedIn('ann@example.com')];
    const { id } = await done(chief.post('/api/pages', published));
    await done(chief.send('PATCH', `/api/pages/${id}`, pending, asDraft));
    const statuses = await Promise.all(
      [...guesses('old'), ...guesses('new')].map(
        async (guess) => (await author.send('PATCH', `/api/pages/${id}`, guess, asDraft)).status,
      ),
    );
    expect(statuses).toEqual([403, 403, 403, 200, 200, 200]);
  });
});
