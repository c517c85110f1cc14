/** `Idempotency-Key` on creations: docs/spec/contract.md#idempotency. */
import { expect, test } from 'vitest';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
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
  expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null]);
  await editor.patch(`/api/posts/${first.body.id}`, { title: 'Changed' });
  const again = await editor.post('/api/posts', { title: 'One', note: 'x' }, withKey('a'));
  expect(plain(again)).toEqual(plain(first));
  expect(again.headers.get('idempotent-replayed')).toBe('true');
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
      400,
      'BAD_USER_INPUT',
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

test('a requester who may not create gets nothing of it', async () => {
  const { service } = await open();
  const machine = key('editor');
  await service.as(machine).post('/api/letters', { text: 'One' }, withKey('a'));
  const scoped = service.as({ ...key(['letters:read']), key: machine.key });
  expect((await scoped.post('/api/letters', { text: 'One' }, withKey('a'))).status).toBe(403);
});
