/** docs/spec/contract.md#kept-responses */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { type AuthServer, startAuthServer } from '../support/auth-server.js';
import { onSqliteOnly } from '../support/test-database.js';
import { keptReadsOf } from './support/reads-beside-writers.js';

const title = { name: 'title', type: 'text' } as const;
const collections: NonNullable<ServiceConfig['collections']> = [
  {
    slug: 'posts',
    drafts: true,
    access: { read: () => true },
    fields: [title],
  },
  {
    slug: 'articles',
    drafts: true,
    fields: [
      title,
      { name: 'note', type: 'text', access: { read: ['editor', 'admin', 'super_admin'] } },
      { name: 'writer', type: 'relationship', to: 'users' },
    ],
  },
  { slug: 'pages', drafts: false, fields: [title, { name: 'text', type: 'textarea' }] },
  {
    slug: 'numbers',
    drafts: false,
    hooks: { afterRead: ({ data }) => ({ ...data, drawn: Math.random() }) },
    fields: [title, { name: 'drawn', type: 'number' }],
  },
  {
    slug: 'lists',
    drafts: false,
    fields: [{ name: 'numbers', type: 'relationship', to: 'numbers', hasMany: true }],
  },
];
const globals: NonNullable<ServiceConfig['globals']> = [
  { slug: 'site', drafts: false, fields: [{ name: 'drawn', type: 'number', default: () => Math.random() }] },
];

function open(config: Partial<ServiceConfig> = {}): Promise<AuthServer> {
  return startAuthServer({
    alone: true,
    config: { collections, globals, ...config },
    env: { SVC_METRICS: 'true' },
    auth: { rateLimit: false },
  });
}

const onceKept = onSqliteOnly(
  'the version says that something was committed for all databases of a server, and other tests write there',
);

/** How many of the requests that `work` sends are responded to with what is kept. */
async function keptReads(server: AuthServer, work: () => Promise<unknown>): Promise<number> {
  const before = await keptReadsOf(server.url);
  await work();
  return (await keptReadsOf(server.url)) - before;
}

onceKept('the same read is sent as kept, with headers of its own', async () => {
  const server = await open();
  const admin = await server.signedIn();
  const { id } = (await admin.post('/api/pages', { title: 'Zwölf Häuser' })).body;
  await admin.send('PATCH', '/api/globals/site', { drawn: 1 });
  const visitor = server.client();
  for (const path of ['/api/pages', `/api/pages/${id}`, '/api/pages?depth=1', '/api/globals/site']) {
    const first = await visitor.get(path, { 'x-request-id': 'one' });
    const second = await visitor.get(path, { 'x-request-id': 'two' });
    expect(second.body, path).toEqual(first.body);
    const [one, two] = [first, second].map(({ headers }) => Object.fromEntries(headers));
    expect({ ...two, date: '', 'x-request-id': '' }).toEqual({ ...one, date: '', 'x-request-id': '' });
    expect([one?.['x-request-id'], two?.['x-request-id']]).toEqual(['one', 'two']);
  }
  // From the second request on a response is kept.
  expect(await keptReads(server, () => visitor.get('/api/pages'))).toBe(1);
  expect(await keptReads(server, () => visitor.get(`/api/pages/${id}`))).toBe(1);
  const other = (): Promise<unknown> => visitor.get('/api/pages?limit=3');
  expect([
    await keptReads(server, other),
    await keptReads(server, other),
    await keptReads(server, other),
  ]).toEqual([0, 0, 1]);
});

onceKept(
  'a kept response is right for HEAD, conditions, compression, other origins and app.fetch',
  async () => {
    const server = await open();
    const admin = await server.signedIn();
    const page = (await admin.post('/api/pages', { title: 'a', text: 'Ä'.repeat(5_000) })).body;
    const address = `${server.url}/api/pages/${page.id}`;
    for (let read = 0; read < 2; read += 1) await (await fetch(address)).text();
    const kept = await keptReads(server, async () => {
      const head = await fetch(address, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
      expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, '"1"', '']);
      const length = Number(head.headers.get('content-length'));
      expect(length).toBe(Buffer.byteLength(JSON.stringify(page)));
      const unchanged = await fetch(address, { headers: { 'if-none-match': '"1"' } });
      expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
      const changed = await fetch(address, { headers: { 'if-none-match': '"7"' } });
      expect([changed.status, await changed.json()]).toEqual([200, page]);
      for (const encoding of ['gzip', 'br', 'identity']) {
        const packed = await fetch(address, { headers: { 'accept-encoding': encoding } });
        expect(packed.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
        expect(await packed.json()).toEqual(page);
      }
      const inProcess = await server.app.fetch(`/api/pages/${page.id}`);
      const bytes = new Uint8Array(await inProcess.arrayBuffer());
      bytes.fill(0);
      expect(await (await fetch(address)).json()).toEqual(page);
    });
    expect(kept).toBe(8);
  },
);

test('every write shows at the next read', async () => {
  const server = await open();
  const admin = await server.signedIn();
  const visitor = server.client();
  const titles = async (): Promise<readonly unknown[]> => {
    const read = async (): Promise<readonly string[]> =>
      (await visitor.get('/api/articles?sort=title')).body.docs.map(({ title }: { title: string }) => title);
    const first = await read();
    for (let again = 0; again < 2; again += 1) expect(await read()).toEqual(first);
    return first;
  };
  expect(await titles()).toEqual([]);
  const { id } = (await admin.post('/api/articles', { title: 'a' })).body;
  expect(await titles()).toEqual(['a']);
  await admin.send('PATCH', `/api/articles/${id}`, { title: 'b' }, { 'x-draft': 'true' });
  expect(await titles()).toEqual(['a']);
  await admin.post(`/api/articles/${id}/publish`, {});
  expect(await titles()).toEqual(['b']);
  const bulk = { operations: [{ op: 'create', data: { title: 'c' } }] };
  expect((await admin.post('/api/articles/bulk', bulk)).status).toBe(200);
  expect(await titles()).toEqual(['b', 'c']);
  await admin.post(`/api/articles/${id}/unpublish`, {});
  expect(await titles()).toEqual(['c']);
  await admin.delete(`/api/articles/${id}`);
  expect(await titles()).toEqual(['c']);
  expect((await visitor.get(`/api/articles/${id}`)).status).toBe(404);
});

test('requesters of other rights get their own view, fields and related users, in any order', async () => {
  const server = await open();
  const admin = await server.signedIn();
  for (const role of ['editor', 'author']) await server.addUser(`${role}@example.com`, { role });
  await server.addUser('second@example.com', { role: 'author' });
  const editor = await server.signedIn('editor@example.com');
  const author = await server.signedIn('author@example.com');
  const second = await server.signedIn('second@example.com');
  const writer = (await author.get('/api/auth/me')).body.user.id;
  const data = { title: 'published', note: 'internal', writer };
  const { id } = (await admin.post('/api/articles', data)).body;
  await admin.send('PATCH', `/api/articles/${id}`, { title: 'draft' }, { 'x-draft': 'true' });
  const visitor = server.client();
  const draft = { title: 'draft' };
  for (let round = 0; round < 3; round += 1) {
    for (const path of [`/api/articles/${id}`, '/api/articles']) {
      const read = async (client: typeof visitor, search: string): Promise<Record<string, unknown>> => {
        const { status, body } = await client.get(`${path}${search}`);
        expect(status).toBe(200);
        return body.docs?.[0] ?? body;
      };
      expect(await read(visitor, '')).toMatchObject({ title: 'published', writer });
      expect(await read(visitor, '')).not.toHaveProperty('note');
      expect(await read(editor, '')).toMatchObject({ ...draft, note: 'internal' });
      expect(await read(author, '')).toMatchObject(draft);
      expect(await read(author, '')).not.toHaveProperty('note');
      expect(await read(author, '?draft=false')).toMatchObject({ title: 'published' });
      // By the built-in rule an author sees only their own account.
      expect(await read(author, '?depth=1')).toMatchObject({ writer: { email: 'author@example.com' } });
      expect(await read(second, '?depth=1')).not.toMatchObject({ writer: { id: writer } });
      expect(await read(visitor, '?depth=1')).not.toMatchObject({ writer: { id: writer } });
    }
    expect((await visitor.get(`/api/articles/${id}?draft=true`)).status).toBe(403);
    expect((await editor.get(`/api/articles/${id}?draft=true`)).status).toBe(200);
  }
});

test('a demotion, the end of a session and a deleted key act on the next request', async () => {
  const server = await open();
  const admin = await server.signedIn();
  const user = await server.addUser('editor@example.com', { role: 'editor' });
  const editor = await server.signedIn('editor@example.com');
  const { id } = (await admin.post('/api/articles', { title: 'a', note: 'internal' })).body;
  const path = `/api/articles/${id}`;
  const read = async (): Promise<unknown> => (await editor.get(path)).body.note;
  expect([await read(), await read(), await read()]).toEqual(Array(3).fill('internal'));
  await admin.send('PATCH', `/api/users/${user.id}`, { role: 'customer' });
  expect([await read(), await read()]).toEqual([undefined, undefined]);
  const key = (
    await admin.post('/api/auth/api-keys', { name: 'a', scopes: ['articles:read', 'articles.note:read'] })
  ).body;
  const byKey = async (): Promise<number> =>
    (await server.client().get(path, { 'x-api-key': key.key })).status;
  expect([await byKey(), await byKey(), await byKey()]).toEqual([200, 200, 200]);
  await admin.delete(`/api/auth/api-keys/${key.apiKey.id}`);
  expect(await byKey()).toBe(401);
  await editor.post('/api/auth/logout');
  expect((await editor.get(path)).status).toBe(200);
});

test('what code of the config decides or computes is never kept', async () => {
  const server = await open();
  const admin = await server.signedIn();
  const { id } = (await admin.post('/api/numbers', { title: 'a' })).body;
  const list = (await admin.post('/api/lists', { numbers: [id] })).body;
  const visitor = server.client();
  const drawn = async (path: string, find: (body: never) => unknown): Promise<number> => {
    const values = [];
    for (let read = 0; read < 3; read += 1) values.push(find((await visitor.get(path)).body as never));
    expect(values.every((value) => typeof value === 'number')).toBe(true);
    return new Set(values).size;
  };
  type Drawn = { readonly drawn: number };
  expect(await drawn(`/api/numbers/${id}`, (body: Drawn) => body.drawn)).toBe(3);
  expect(await drawn('/api/numbers', (body: { docs: Drawn[] }) => body.docs[0]?.drawn)).toBe(3);
  const populated = ({ numbers }: { numbers: Drawn[] }): unknown => numbers[0]?.drawn;
  expect(await drawn(`/api/lists/${list.id}?depth=1`, populated)).toBe(3);
  expect(await drawn('/api/globals/site', (body: Drawn) => body.drawn)).toBe(3);
});

test('an access callback is asked for every read', async () => {
  let asked = 0;
  let isOpen = true;
  const read = (): boolean => {
    asked += 1;
    return isOpen;
  };
  const server = await open({
    collections: [
      { slug: 'rooms', drafts: false, access: { read }, fields: [title] },
      { slug: 'houses', drafts: false, fields: [{ name: 'room', type: 'relationship', to: 'rooms' }] },
    ],
  });
  const admin = await server.signedIn();
  const room = (await admin.post('/api/rooms', { title: 'a' })).body.id;
  const house = (await admin.post('/api/houses', { room })).body.id;
  const visitor = server.client();
  const path = `/api/houses/${house}?depth=1`;
  asked = 0;
  for (let again = 0; again < 3; again += 1)
    expect((await visitor.get(path)).body).toMatchObject({ room: { title: 'a' } });
  expect((await visitor.get(path)).body).toMatchObject({ room: { title: 'a' } });
  expect((await visitor.get(`/api/rooms/${room}`)).status).toBe(200);
  expect(asked).toBeGreaterThanOrEqual(3);
  isOpen = false;
  expect((await visitor.get(path)).body).not.toMatchObject({ room: { title: 'a' } });
  expect((await visitor.get(`/api/rooms/${room}`)).status).toBe(403);
  const filtered = `/api/houses?where=${encodeURIComponent('{"room.title":{"equals":"a"}}')}`;
  expect((await visitor.get(filtered)).body.totalDocs).toBe(0);
  isOpen = true;
  expect((await visitor.get(filtered)).body.totalDocs).toBe(1);
});

test('limits.answerCache is the memory that they take; with 0 none are kept', async () => {
  const small = await open({ limits: { answerCache: 3_000 } });
  const admin = await small.signedIn();
  for (let made = 0; made < 5; made += 1) await admin.post('/api/pages', { title: `${made}` });
  for (let read = 0; read < 20; read += 1) await small.client().get(`/api/pages?limit=${1 + (read % 10)}`);
  const bytes = /^svc_response_cache_bytes (\d+)$/m;
  const metrics = async ({ url }: AuthServer): Promise<string> => (await fetch(`${url}/metrics`)).text();
  expect(Number(bytes.exec(await metrics(small))?.[1])).toBeLessThanOrEqual(3_000);
  const off = await open({ limits: { answerCache: 0 } });
  await off.client().get('/api/pages');
  await off.client().get('/api/pages');
  expect(await metrics(off)).not.toContain('svc_response_cache');
});

/** What a client that sends these bytes gets until the connection ends. */
function exchanged(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  return text(socket);
}

onceKept('the head of a kept response is that of one that is not', async () => {
  async function headsOf(config: Partial<ServiceConfig>): Promise<readonly string[][]> {
    const server = await open(config);
    const admin = await server.signedIn();
    const { id } = (await admin.post('/api/pages', { title: 'Zwölf' })).body;
    const get = (version: string, more = ''): string =>
      `GET /api/pages/${id} HTTP/${version}\r\nHost: a\r\nX-Request-Id: same\r\n${more}\r\n`;
    const last = get('1.1', 'Connection: close\r\n');
    const answers = async (): Promise<readonly string[]> => [
      await exchanged(server.url, get('1.1') + last),
      await exchanged(server.url, get('1.0')),
      await exchanged(server.url, get('1.0', 'Connection: keep-alive\r\n') + last),
      await exchanged(server.url, `${get('1.1', 'Content-Length: 3\r\n')}abc${last}`),
      await exchanged(server.url, get('1.1', 'Origin: https://a.example\r\n') + last),
      await exchanged(server.url, get('1.1', 'Origin: https://b.example\r\n') + last),
    ];
    await answers();
    const seen = await answers();
    expect(seen.join().match(/"title":"Zwölf"/g)).toHaveLength(11);
    return seen.map((answer) =>
      answer
        .replace(/\{.*\}/g, '')
        .replace(/(Date|X-Svc-Contract): .*/g, '$1')
        .split('\r\n')
        .sort(),
    );
  }
  const cors = { origins: ['https://a.example'] };
  expect(await headsOf({ server: { cors } })).toEqual(
    await headsOf({ server: { cors }, limits: { answerCache: 0 } }),
  );
});
