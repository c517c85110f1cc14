/** `Idempotency-Key` on creations: docs/spec/contract.md#idempotency. */
import { describe, expect, test } from 'vitest';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { idempotency } from '../../runtime/documents/idempotency/capability.js';
import {
  type Answer,
  anonymous,
  type Client,
  type GuardedService,
  key,
  openGuarded,
  type Result,
  user,
} from '../access/support/guarded-service.js';

let hookCalls = 0;
let readers: 'all' | 'news' | 'none' = 'all';

const config: ServiceConfig = {
  auth: { secret: 'not looked at in these tests, but long enough' },
  collections: [
    {
      slug: 'posts',
      fields: [
        { name: 'title', type: 'text', required: true },
        { name: 'section', type: 'text' },
        { name: 'code', type: 'text', unique: true },
        { name: 'note', type: 'text', access: { read: ['editor'] } },
      ],
      access: {
        create: () => true,
        read: () => (readers === 'news' ? { section: { equals: 'news' } } : readers === 'all'),
      },
      hooks: {
        beforeChange: [
          async ({ data }) => {
            hookCalls += 1;
            await new Promise((resolve) => setTimeout(resolve, 20));
            return data;
          },
        ],
      },
    },
    {
      slug: 'plans',
      drafts: { readRoles: ['editor'] },
      fields: [{ name: 'title', type: 'text' }],
    },
    {
      slug: 'letters',
      drafts: false,
      fields: [{ name: 'text', type: 'text' }],
      access: { create: () => true },
    },
  ],
};

interface Opened {
  readonly service: GuardedService;
  readonly editor: Client;
}

async function open(): Promise<Opened> {
  readers = 'all';
  hookCalls = 0;
  const service = await openGuarded(config);
  return { service, editor: service.as(user('editor')) };
}

const withKey = (value: string, more: Readonly<Record<string, string>> = {}) => ({
  'idempotency-key': value,
  ...more,
});

async function countOf({ editor }: Opened): Promise<number> {
  return (await editor.get('/api/posts?draft=true&limit=0')).body.totalDocs;
}

function plain({ status, body, headers }: Result): object {
  return { status, body, etag: headers.get('etag'), location: headers.get('location') };
}

test('a creation that is sent again gets the same response, and creates nothing', async () => {
  const opened = await open();
  const { editor } = opened;
  const first = await editor.post('/api/posts', { title: 'One', note: 'x' }, withKey('a'));
  expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null]);
  await editor.patch(`/api/posts/${first.body.id}`, { title: 'Changed' });
  const again = await editor.post('/api/posts', { title: 'One', note: 'x' }, withKey('a'));
  expect(plain(again)).toEqual(plain(first));
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect([await countOf(opened), hookCalls]).toEqual([1, 2]);
  await editor.post('/api/posts', { title: 'One', note: 'x' }, withKey('b'));
  expect(await countOf(opened)).toBe(2);
});

test('two at the same time make one document, and both get it', async () => {
  const opened = await open();
  const results = await Promise.all(
    Array.from({ length: 5 }, () => opened.editor.post('/api/posts', { title: 'One' }, withKey('same'))),
  );
  expect(new Set(results.map(({ body }) => body.id)).size).toBe(1);
  expect(results.map(({ status }) => status)).toEqual(Array(5).fill(201));
  expect([await countOf(opened), hookCalls]).toEqual([1, 1]);
});

test('the same key with another body is refused', async () => {
  const opened = await open();
  const { editor } = opened;
  await editor.post('/api/posts', { title: 'One' }, withKey('a'));
  for (const [body, headers] of [
    [{ title: 'Two' }, {}],
    [{ title: 'One' }, { 'x-draft': 'true' }],
  ] as const) {
    const other = await editor.post('/api/posts', body, withKey('a', headers));
    expect([other.status, other.body.code, other.body.details[0]]).toMatchObject([
      409,
      'CONFLICT',
      { path: 'Idempotency-Key', reason: 'idempotencyKey.otherRequest' },
    ]);
  }
  expect(await countOf(opened)).toBe(1);
});

test.each(['x'.repeat(256), 'a b', 'a, b', 'schl\u00fcssel'])('the key %j is refused', async (given) => {
  const { editor } = await open();
  const { status, body } = await editor.post('/api/posts', { title: 'One' }, withKey(given));
  expect([status, body.details?.[0].reason]).toEqual([400, 'idempotencyKey.malformed']);
});

test('keys of other requesters and routes are others', async () => {
  const { service, editor } = await open();
  const author = service.as(user('author', { id: '00000000-0000-7000-8000-0000000000aa' }));
  const machine = service.as(key('editor'));
  const ids = new Set<string>();
  for (const client of [editor, author, machine]) {
    ids.add((await client.post('/api/posts', { title: 'One' }, withKey('a'))).body.id);
    ids.add((await client.post('/api/letters', { text: 'One' }, withKey('a'))).body.id);
  }
  ids.add((await service.as(anonymous).post('/api/letters', { text: 'One' }, withKey('a'))).body.id);
  expect(ids.size).toBe(7);
});

test('what was refused is not kept', async () => {
  const opened = await open();
  const { editor } = opened;
  await editor.post('/api/posts', { title: 'Taken', code: 'c' });
  for (const [body, status] of [
    [{ section: 'x' }, 400],
    [{ title: 'One', code: 'c' }, 409],
  ] as const) {
    expect((await editor.post('/api/posts', body, withKey('a'))).status).toBe(status);
  }
  expect((await editor.post('/api/posts', { title: 'One' }, withKey('a'))).status).toBe(201);
  expect(await countOf(opened)).toBe(2);
});

test('drafts are created once too', async () => {
  const opened = await open();
  const send = () => opened.editor.post('/api/posts', { section: 'x' }, withKey('a', { 'x-draft': 'true' }));
  const [first, again] = [await send(), await send()];
  expect(plain(again)).toEqual(plain(first));
  expect(first.body).toMatchObject({ _status: 'draft', _pending: false });
  expect(await countOf(opened)).toBe(1);
});

test('a key is free again after a day', async () => {
  const opened = await open();
  const { service, editor } = opened;
  const first = await editor.post('/api/posts', { title: 'One' }, withKey('a'));
  const stored = await service.driver.all('SELECT "expires_at", "id" FROM "_svc_idempotency"', []);
  const [row] = stored;
  expect(stored).toHaveLength(1);
  expect(Number(row?.['expires_at'])).toBeGreaterThan(Date.UTC(2026, 0, 1, 23, 59));
  expect(Number(row?.['expires_at'])).toBeLessThan(Date.UTC(2026, 0, 2, 0, 1));
  expect(String(row?.['id'])).not.toContain('a"');
  await service.driver.run('UPDATE "_svc_idempotency" SET "expires_at" = 1', []);
  const later = await editor.post('/api/posts', { title: 'Other' }, withKey('a'));
  expect([later.status, later.body.id === first.body.id]).toEqual([201, false]);
  expect(plain(await editor.post('/api/posts', { title: 'Other' }, withKey('a')))).toEqual(plain(later));
});

test('what is over is removed, and what still holds is kept', async () => {
  const { service, editor } = await open();
  await editor.post('/api/posts', { title: 'One' }, withKey('a'));
  await service.driver.run('UPDATE "_svc_idempotency" SET "expires_at" = 1000', []);
  await editor.post('/api/posts', { title: 'Two' }, withKey('b'));
  const total = async (): Promise<number> =>
    (await service.driver.all('SELECT "id" FROM "_svc_idempotency"', [])).length;
  const purgeAt = async (now: number): Promise<unknown> =>
    idempotency.purge?.({ driver: service.driver, clock: () => now });
  expect(await total()).toBe(2);
  await purgeAt(1_000);
  expect(await total()).toBe(1);
  const again = await editor.post('/api/posts', { title: 'Two' }, withKey('b'));
  expect(again.headers.get('idempotency-replayed')).toBe('true');
});

test('the response does not show what the requester may no longer read', async () => {
  const { service, editor } = await open();
  const sent = { title: 'One', section: 'news', note: 'secret' };
  const { body } = await editor.post('/api/posts', sent, withKey('a'));
  expect(body.note).toBe('secret');
  const again = async (client: Client): Promise<Answer> =>
    (await client.post('/api/posts', sent, withKey('a'))).body;
  const demoted = service.as({ ...user('editor'), role: 'author', rank: user('author').rank });
  const { note, ...others } = body;
  expect(await again(demoted)).toEqual(others);
  readers = 'news';
  expect(await again(editor)).toEqual(body);
  readers = 'none';
  const { id, createdAt, updatedAt, _status, _revision } = body;
  expect(await again(editor)).toEqual({ id, createdAt, updatedAt, _status, _revision });
});

describe('a document that the requester can no longer read', () => {
  const headOf = ({ id, createdAt, updatedAt, _status, _revision }: Answer): object => ({
    ...{ id, createdAt, updatedAt, _status, _revision },
  });
  const draft = { 'x-draft': 'true' };

  test('was a draft, and the requester sees drafts no longer', async () => {
    const { service, editor } = await open();
    const send = (client: Client) => client.post('/api/plans', { title: 'Secret' }, withKey('a', draft));
    const { body } = await send(editor);
    // What is public says other things.
    await editor.patch(`/api/plans/${body.id}`, { title: 'Public' });
    expect((await send(editor)).body).toEqual(body);
    const demoted = service.as({ ...user('editor'), role: 'author', rank: user('author').rank });
    expect((await send(demoted)).body).toEqual(headOf(body));
  });

  test('is a draft again', async () => {
    const { service, editor } = await open();
    const author = service.as(user('author', { id: '00000000-0000-7000-8000-0000000000aa' }));
    const send = () => author.post('/api/plans', { title: 'Public' }, withKey('a'));
    const { body } = await send();
    expect((await send()).body).toEqual(body);
    await editor.post(`/api/plans/${body.id}/unpublish`, {});
    expect((await send()).body).toEqual(headOf(body));
  });

  test('is gone', async () => {
    const { editor } = await open();
    const send = () => editor.post('/api/letters', { text: 'One' }, withKey('a'));
    const { body } = await send();
    await editor.delete(`/api/letters/${body.id}`);
    const again = await send();
    const { id, createdAt, updatedAt, _revision } = body;
    expect([again.status, again.body]).toEqual([201, { id, createdAt, updatedAt, _revision }]);
  });

  test('while who writes drafts without seeing them gets what was sent', async () => {
    const { service } = await open();
    const author = service.as(user('author', { id: '00000000-0000-7000-8000-0000000000aa' }));
    const send = () => author.post('/api/plans', { title: 'Mine' }, withKey('a', draft));
    const { body } = await send();
    expect((await send()).body).toEqual(body);
  });
});

test('a requester who may not create gets nothing of it', async () => {
  const { service } = await open();
  const machine = key('editor');
  await service.as(machine).post('/api/letters', { text: 'One' }, withKey('a'));
  const scoped = service.as({ ...key(['letters:read']), key: machine.key });
  expect((await scoped.post('/api/letters', { text: 'One' }, withKey('a'))).status).toBe(403);
});

describe('on a bulk of operations', () => {
  const create = (title: string, more: object = {}): object => ({ op: 'create', data: { title, ...more } });
  const path = '/api/posts/bulk';

  test('a request that is sent again gets the same results, and writes nothing', async () => {
    const opened = await open();
    const { editor } = opened;
    const { id } = (await editor.post('/api/posts', { title: 'Old' })).body;
    const operations = [create('One'), { op: 'update', id, data: { title: 'New' } }, { op: 'delete', id }];
    const first = await editor.post(path, { operations }, withKey('a'));
    expect([first.status, first.body.succeeded, first.headers.get('idempotency-replayed')]).toEqual([
      ...[200, 3],
      null,
    ]);
    const calls = hookCalls;
    const again = await editor.post(path, { operations }, withKey('a'));
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect([await countOf(opened), hookCalls]).toEqual([1, calls]);
    await editor.post(path, { operations: [create('One')] }, withKey('b'));
    expect(await countOf(opened)).toBe(2);
  });

  test('of five at the same time one is done, and all get its results', async () => {
    const opened = await open();
    const operations = [create('One'), create('Two')];
    const results = await Promise.all(
      Array.from({ length: 5 }, () => opened.editor.post(path, { operations }, withKey('same'))),
    );
    expect(new Set(results.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(results.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(await countOf(opened)).toBe(2);
  });

  test('the same key with other operations, another X-Draft or another route is another request', async () => {
    const opened = await open();
    const { editor } = opened;
    const operations = [create('One')];
    await editor.post(path, { operations }, withKey('a'));
    for (const [body, headers] of [
      [{ operations: [create('Two')] }, {}],
      [{ operations }, { 'x-draft': 'true' }],
    ] as const) {
      const other = await editor.post(path, body, withKey('a', headers));
      expect([other.status, other.body.details[0].reason]).toEqual([409, 'idempotencyKey.otherRequest']);
    }
    expect((await editor.post('/api/posts', { title: 'One' }, withKey('a'))).status).toBe(201);
    expect((await editor.post('/api/letters/bulk', { operations: [] }, withKey('a'))).status).toBe(400);
    expect(await countOf(opened)).toBe(2);
  });

  test('what was refused is not kept, nor what was only tried', async () => {
    const opened = await open();
    const { editor } = opened;
    await editor.post('/api/posts', { title: 'Taken', code: 'c' });
    const refused = await editor.post(path, { operations: [create('One', { code: 'c' })] }, withKey('a'));
    expect(refused.status).toBe(409);
    const dry = await editor.post(path, { operations: [create('Dry')], dryRun: true }, withKey('a'));
    expect([dry.status, dry.body.dryRun]).toEqual([200, true]);
    const done = await editor.post(path, { operations: [create('One')] }, withKey('a'));
    expect([done.status, done.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect(await countOf(opened)).toBe(2);
  });

  test('it must be atomic, and its key well formed', async () => {
    const opened = await open();
    const operations = [create('One')];
    const each = await opened.editor.post(path, { operations, atomic: false }, withKey('a'));
    expect([each.status, each.body.details[0]]).toMatchObject([
      400,
      { path: 'Idempotency-Key', reason: 'idempotencyKey.notAtomic' },
    ]);
    const malformed = await opened.editor.post(path, { operations }, withKey('a b'));
    expect([malformed.status, malformed.body.details[0].reason]).toEqual([400, 'idempotencyKey.malformed']);
    expect(await countOf(opened)).toBe(0);
  });

  test('keys of other requesters are others, and a replay needs the right to write', async () => {
    const opened = await open();
    const { service, editor } = opened;
    const operations = [create('One')];
    await editor.post(path, { operations }, withKey('a'));
    await service.as(key('editor')).post(path, { operations }, withKey('a'));
    expect(await countOf(opened)).toBe(2);
    const letters = { operations: [{ op: 'delete', id: '00000000-0000-7000-8000-0000000000ab' }] };
    const refused = await service.as(anonymous).post('/api/letters/bulk', letters, withKey('a'));
    expect(refused.status).toBe(403);
  });
});
