/** Folders of files. */
import { beforeAll, expect, test } from 'vitest';
import type { Body } from '../contract/support/exam.js';
import { type FileServer, fileForm, type Reply, startFileServer } from './support/file-server.js';

const anyone = (): boolean => true;
const open = { create: anyone, update: anyone, delete: anyone };

let server: FileServer;
let admin: Readonly<Record<string, string>>;
let stop = async (): Promise<void> => undefined;

beforeAll(async () => {
  server = await startFileServer(
    {
      auth: { secret: 'tests/uploads: 32 bytes and some more of them' },
      collections: [
        {
          slug: 'papers',
          upload: {
            mimeTypes: ['text/plain'],
            folders: {
              access: { read: ({ req }) => (req.user ? true : { name: { not_equals: 'Secret' } }), ...open },
            },
          },
          access: {
            read: ({ req }) => (req.user ? true : { filename: { not_equals: 'secret.txt' } }),
            ...open,
          },
          fields: [],
        },
        {
          slug: 'shelves',
          access: open,
          fields: [{ name: 'box', type: 'relationship', to: 'papers_folders' }],
        },
      ],
    },
    { whenDone: (done) => (stop = done) },
  );
  admin = { cookie: await server.cookies(), origin: 'http://localhost:3000' };
  return () => stop();
});

function json(method: string, path: string, body?: object, headers: object = {}): Promise<Reply> {
  return server.send(method, path, {
    ...(body && { body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', ...headers },
  });
}

async function folder(name: string, parent: string | null = null): Promise<string> {
  const { status, body } = await json('POST', '/api/papers_folders', { name, parent }, admin);
  expect(status).toBe(201);
  return body.id;
}

function sendPaper(data: object, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
  return server.send('POST', '/api/papers', { body: fileForm('x', data), headers });
}

async function paper(data: object, headers: Readonly<Record<string, string>> = admin): Promise<Body> {
  const { status, body } = await sendPaper(data, headers);
  expect(status).toBe(201);
  return body;
}

const move = (id: string, parent: string | null, headers = {}): Promise<Reply> =>
  json('PATCH', `/api/papers_folders/${id}`, { parent }, headers);

test('files are in folders, and are found by them', async () => {
  const year = await folder('2026');
  const may = await folder('May', year);
  const one = await paper({ folder: may });
  const top = await paper({});
  expect([one.folder, top.folder]).toEqual([may, null]);
  const found = await server.send('GET', `/api/papers?depth=1&where={"folder.parent":"${year}"}`);
  expect(found.body.docs).toMatchObject([{ id: one.id, folder: { name: 'May', parent: year } }]);
  const moved = await json('PATCH', `/api/papers/${one.id}`, { folder: year });
  expect([moved.status, moved.body.folder, moved.body.url]).toEqual([200, year, one.url]);
  const names = await server.send('GET', `/api/papers_folders?where={"parent":"${year}"}`);
  expect(names.body.docs).toMatchObject([{ name: 'May' }]);
  // Names are labels, as those of files.
  expect((await json('POST', '/api/papers_folders', { name: 'May', parent: year })).status).toBe(201);
  expect((await json('POST', '/api/papers_folders', { name: '' })).status).toBe(400);
});

test('a folder with content stays, though the requester sees none of that', async () => {
  const outer = await folder('Outer');
  const inner = await folder('Inner', outer);
  const hiding = await folder('Hiding');
  const drafting = await folder('Drafting');
  const secret = await paper({ folder: hiding, filename: 'secret.txt' });
  const draft = await paper({ folder: drafting }, { ...admin, 'x-draft': 'true' });
  const within = await folder('Within');
  const child = await folder('Secret', within);
  for (const id of [outer, hiding, drafting, within]) {
    const { status, body } = await json('DELETE', `/api/papers_folders/${id}`);
    expect([status, body.code, body.reason, body.details]).toEqual([
      409,
      'CONFLICT',
      'folder.notEmpty',
      undefined,
    ]);
  }
  for (const path of [
    `papers/${secret.id}`,
    `papers/${draft.id}`,
    ...[child, inner, outer, hiding, drafting, within].map((id) => `papers_folders/${id}`),
  ]) {
    const { status } = await json('DELETE', `/api/${path}`, undefined, admin);
    expect([path, status]).toEqual([path, 200]);
  }
  // Other relations to folders have their own rule.
  const box = await folder('Box');
  await json('POST', '/api/shelves', { box });
  expect((await json('DELETE', `/api/papers_folders/${box}`)).status).toBe(200);
});

test('nothing is put into a folder that the requester may not read', async () => {
  const secret = await folder('Secret');
  const one = await paper({});
  const other = await folder('Other');
  const never = '0198a1b2-0000-7000-8000-000000000000';
  for (const id of [secret, never]) {
    for (const { status, body } of [
      await sendPaper({ folder: id }),
      await json('PATCH', `/api/papers/${one.id}`, { folder: id }),
      await json('PATCH', `/api/papers/${one.id}`, { folder: id }, { 'x-draft': 'true' }),
      await json('POST', '/api/papers_folders', { name: 'A', parent: id }),
      await move(other, id),
    ]) {
      expect([status, body.details[0].reason, body.details[0].params.id]).toEqual([
        400,
        'document.unknown',
        id,
      ]);
    }
    const metadata = `filename ${btoa('a.txt')},data ${btoa(JSON.stringify({ folder: id }))}`;
    const begun = await server.send('POST', '/api/papers/uploads/tus', {
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '5', 'upload-metadata': metadata, ...admin },
    });
    expect(begun.status).toBe(id === secret ? 201 : 400);
  }
  expect((await json('PATCH', `/api/papers/${one.id}`, { folder: secret }, admin)).status).toBe(200);
  // What it is in already is not set again.
  expect((await json('PATCH', `/api/papers/${one.id}`, { filename: 'b.txt', folder: secret })).status).toBe(
    200,
  );
});

test('a file in a folder that the requester may not read shows the id of it, and nothing else', async () => {
  const secret = await folder('Secret');
  const { id } = await paper({ folder: secret });
  expect((await server.send('GET', `/api/papers/${id}`)).body.folder).toBe(secret);
  expect((await server.send('GET', `/api/papers/${id}?depth=1`)).body.folder).toBeNull();
  expect((await server.send('GET', `/api/papers_folders/${secret}`)).status).toBe(404);
});

test('no folder is in itself', async () => {
  const a = await folder('a');
  const b = await folder('b', a);
  const c = await folder('c', b);
  for (const parent of [a, b, c]) {
    const { status, body } = await move(a, parent);
    expect([status, body.details]).toMatchObject([400, [{ path: 'parent', reason: 'folder.inItself' }]]);
  }
  expect((await move(c, a)).status).toBe(200);
  const many = await json('POST', '/api/papers_folders/bulk', {
    operations: [
      { op: 'update', id: b, data: { parent: null } },
      { op: 'update', id: a, data: { parent: b } },
      { op: 'update', id: b, data: { parent: c } },
    ],
  });
  expect([many.status, many.body.details[0].reason]).toEqual([400, 'folder.inItself']);
});

test('two moves at once make no circle', async () => {
  for (let round = 0; round < 10; round += 1) {
    const ids = await Promise.all(['x', 'y', 'z'].map((name) => folder(name)));
    const [x = '', y = '', z = ''] = ids;
    const moves = await Promise.all([move(x, y), move(y, z), move(z, x)]);
    expect(moves.map(({ status }) => status).toSorted()).toEqual([200, 200, 400]);
  }
});

test('folders are not nested without end', async () => {
  let last = await folder('1');
  for (let level = 2; level <= 101; level += 1) last = await folder(`${level}`, last);
  const { status, body } = await json('POST', '/api/papers_folders', { name: 'more', parent: last });
  expect([status, body.details[0].reason]).toEqual([400, 'folder.tooDeep']);
});

test('a folder brings the levels in it along', async () => {
  const outer = await folder('outer');
  await folder('inner', await folder('middle', outer));
  let last = await folder('1');
  const levels = [last];
  for (let level = 2; level <= 99; level += 1) {
    last = await folder(`${level}`, last);
    levels.push(last);
  }
  const refused = await move(outer, last);
  expect([refused.status, refused.body.details[0].reason]).toEqual([400, 'folder.tooDeep']);
  expect((await move(outer, levels[97] ?? '')).status).toBe(200);
});

test('folders have the access of their collection where they have none of their own', async () => {
  const closed = await startFileServer({
    auth: { secret: 'tests/uploads: 32 bytes and some more of them' },
    collections: [
      {
        slug: 'papers',
        upload: { mimeTypes: ['text/plain'], folders: true },
        access: { read: ['super_admin'], create: ['super_admin'], update: ['super_admin'] },
        fields: [],
      },
      {
        slug: 'notes',
        upload: {
          mimeTypes: ['text/plain'],
          folders: { access: { read: anyone, create: anyone, update: anyone, delete: ['super_admin'] } },
        },
        access: { read: ['super_admin'], create: ['super_admin'], update: ['super_admin'] },
        fields: [],
      },
    ],
  });
  const keeper = { cookie: await closed.cookies(), origin: 'http://localhost:3000' };
  const seen = async (slug: string, headers: object): Promise<readonly number[]> => {
    const init = { headers: { 'content-type': 'application/json', ...headers } };
    const path = `/api/${slug}_folders`;
    const made = await closed.send('POST', path, { ...init, body: '{"name":"In"}' });
    const renamed = { ...init, body: '{"name":"Out"}' };
    const ofOne = `${path}/${made.body.id ?? '0198a1b2-0000-7000-8000-000000000000'}`;
    const others = [
      await closed.send('PATCH', ofOne, renamed),
      await closed.send('GET', path, init),
      await closed.send('DELETE', ofOne, { headers: { ...headers } }),
    ];
    return [made, ...others].map(({ status }) => status);
  };
  expect(await seen('papers', {})).toEqual([403, 403, 403, 403]);
  expect(await seen('papers', keeper)).toEqual([201, 200, 200, 200]);
  expect(await seen('notes', {})).toEqual([201, 200, 200, 403]);
});
