/** Fields that take files of some types, and files that are replaced by one of another type. */
import { beforeAll, expect, test } from 'vitest';
import { type FileServer, type Reply, startFileServer } from './support/file-server.js';
import { pdf } from './support/files.js';

let server: FileServer;
let admin: Readonly<Record<string, string>>;
let stop = async (): Promise<void> => undefined;

beforeAll(async () => {
  const cover = { name: 'cover', type: 'upload', to: 'media', mimeTypes: ['text/*'] } as const;
  server = await startFileServer(
    {
      auth: { secret: 'tests/uploads: 32 bytes and some more of them' },
      collections: [
        {
          slug: 'media',
          upload: { mimeTypes: ['text/plain', 'text/csv', 'application/pdf'] },
          versions: true,
          access: { create: () => true, update: () => true },
          fields: [],
        },
        {
          slug: 'posts',
          trash: true,
          versions: true,
          fields: [
            cover,
            { name: 'any', type: 'upload', to: 'media' },
            { name: 'parts', type: 'array', fields: [cover] },
          ],
        },
        {
          slug: 'plain',
          drafts: false,
          versions: true,
          fields: [
            { name: 'title', type: 'text' },
            { ...cover, required: true },
          ],
        },
        { slug: 'secrets', drafts: false, access: { read: ['super_admin'] }, fields: [cover] },
      ],
    },
    { whenDone: (done) => (stop = done) },
  );
  await logIn();
  return () => stop();
});

async function logIn(): Promise<void> {
  admin = { cookie: await server.cookies(), origin: 'http://localhost:3000' };
}

const txt = new File(['words'], 'a.txt', { type: 'text/plain' });
const csv = new File(['a,b\n'], 'a.csv', { type: 'text/csv' });
const pdfFile = new File([pdf()], 'a.pdf', { type: 'application/pdf' });

function send(method: string, path: string, file: File, headers: object = admin): Promise<Reply> {
  const body = new FormData();
  body.append('file', file);
  return server.send(method, path, { body, headers: { ...headers } });
}

function json(
  method: string,
  path: string,
  data: object | null = null,
  headers: object = {},
): Promise<Reply> {
  const body = data === null ? {} : { body: JSON.stringify(data) };
  return server.send(method, path, {
    ...body,
    headers: { 'content-type': 'application/json', ...admin, ...headers },
  });
}

async function created(answer: Promise<Reply>): Promise<string> {
  const { status, body } = await answer;
  expect([body, status]).toEqual([body, 201]);
  return body.id;
}

test('a file that a field shows is not replaced by one that the field does not take', async () => {
  const id = await created(send('POST', '/api/media', txt));
  const post = await created(json('POST', '/api/posts', { cover: id, parts: [{ cover: id }] }));
  const refused = await send('PATCH', `/api/media/${id}`, pdfFile);
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ code: 'CONFLICT', reason: 'file.typeNeededBy' });
  expect(refused.body.details.map(({ path, reason }: Record<string, string>) => [path, reason])).toEqual([
    ['posts.cover', 'file.notForField'],
    ['posts.parts.cover', 'file.notForField'],
  ]);
  // Nothing of it stays, and another text does it.
  expect((await json('GET', `/api/media/${id}`)).body.mimeType).toBe('text/plain');
  server.time.now += 25 * 3_600_000;
  await server.removeFiles();
  await logIn();
  expect(await server.stored()).toHaveLength(1);
  expect((await send('PATCH', `/api/media/${id}`, csv)).status).toBe(200);

  // A draft may have any file, until it is published.
  const draft = await send('PATCH', `/api/media/${id}`, pdfFile, { ...admin, 'x-draft': 'true' });
  expect(draft.body.mimeType).toBe('application/pdf');
  const publish = () => json('POST', `/api/media/${id}/publish`);
  expect((await publish()).body.reason).toBe('file.typeNeededBy');
  expect((await json('POST', `/api/media/${id}/unpublish`)).body.reason).toBe('file.typeNeededBy');
  // Fields that take any file, and what refers no more, do not matter.
  expect((await json('PATCH', `/api/posts/${post}`, { any: id, cover: null, parts: [] })).status).toBe(200);
  expect((await publish()).status).toBe(200);
  expect((await json('PATCH', `/api/posts/${post}`, { cover: id })).body.details).toMatchObject([
    { path: 'cover', reason: 'file.notForField' },
  ]);
  // A version comes back as a draft, for which the same holds.
  const versions = `/api/media/${id}/versions`;
  const { docs } = (await json('GET', versions)).body;
  expect((await json('POST', `${versions}/${docs.at(-1).id}/restore`)).status).toBe(200);
  expect((await publish()).body.mimeType).toBe('text/plain');
  expect((await json('PATCH', `/api/posts/${post}`, { cover: id })).status).toBe(200);
  expect((await json('POST', `${versions}/${docs[0].id}/restore`)).body.mimeType).toBe('application/pdf');
  expect((await publish()).body.reason).toBe('file.typeNeededBy');
});

test('drafts count, and who may not see what refers learns nothing of it', async () => {
  const id = await created(send('POST', '/api/media', txt));
  await created(json('POST', '/api/posts', { cover: id }, { 'x-draft': 'true' }));
  const named = await send('PATCH', `/api/media/${id}`, pdfFile);
  expect(named.body.error).toContain('posts.cover');
  const hidden = await created(send('POST', '/api/media', txt));
  await created(json('POST', '/api/secrets', { cover: hidden }));
  expect((await send('PATCH', `/api/media/${hidden}`, pdfFile)).body.details).toMatchObject([
    { path: 'secrets.cover' },
  ]);
  for (const file of [id, hidden]) {
    const { status, body } = await send('PATCH', `/api/media/${file}`, pdfFile, {});
    expect([status, body.reason, body.details]).toEqual([409, 'file.typeNeeded', undefined]);
    expect(body.error).not.toMatch(/posts|secrets/);
  }
});

test('a file is not chosen while it is replaced by one that the field does not take', async () => {
  for (let round = 0; round < 8; round++) {
    const id = await created(send('POST', '/api/media', txt));
    const [replaced, chosen] = await Promise.all([
      send('PATCH', `/api/media/${id}`, pdfFile),
      json('POST', '/api/posts', { cover: id }),
    ]);
    expect([
      [200, 400],
      [409, 201],
    ]).toContainEqual([replaced.status, chosen.status]);
  }
});

test('a document that returns from the trash lacks files that its fields do not take any more', async () => {
  const id = await created(send('POST', '/api/media', txt));
  const other = await created(send('POST', '/api/media', csv));
  const post = await created(
    json('POST', '/api/posts', { cover: id, any: id, parts: [{ cover: id }, { cover: other }] }),
  );
  await json('DELETE', `/api/posts/${post}`);
  // What is in the trash restricts nothing.
  expect((await send('PATCH', `/api/media/${id}`, pdfFile)).status).toBe(200);
  const given = await json('POST', `/api/posts/${post}/restore`, { values: { cover: id } });
  expect(given.status).toBe(400);
  expect(given.body.details).toMatchObject([{ path: 'values.cover', reason: 'file.notForField' }]);
  const { status, headers, body } = await json('POST', `/api/posts/${post}/restore`);
  expect([status, headers.get('x-svc-dropped')]).toEqual([200, 'cover, parts.0.cover']);
  expect(body).toMatchObject({ cover: null, any: id, parts: [{ cover: null }, { cover: other }] });
});

test('a version that comes back lacks files that its fields do not take any more', async () => {
  const id = await created(send('POST', '/api/media', txt));
  const other = await created(send('POST', '/api/media', csv));
  const restoreOldest = async (path: string): Promise<Reply> => {
    const { docs } = (await json('GET', `${path}/versions`)).body;
    return json('POST', `${path}/versions/${docs.at(-1).id}/restore`);
  };
  const post = `/api/posts/${await created(
    json('POST', '/api/posts', { cover: id, any: id, parts: [{ cover: id }, { cover: other }] }),
  )}`;
  const plain = `/api/plain/${await created(json('POST', '/api/plain', { title: 'old', cover: id }))}`;
  await json('PATCH', post, { cover: null, any: null, parts: [] });
  await json('PATCH', plain, { title: 'new', cover: other });
  expect((await send('PATCH', `/api/media/${id}`, pdfFile)).status).toBe(200);

  const restored = await restoreOldest(post);
  expect(restored.status).toBe(200);
  expect(restored.body).toMatchObject({
    cover: null,
    any: id,
    parts: [{ cover: null }, { cover: other }],
  });
  expect((await json('POST', `${post}/publish`)).status).toBe(200);
  // Without drafts a required file stays what it is.
  const kept = await restoreOldest(plain);
  expect([kept.status, kept.body.title, kept.body.cover]).toEqual([200, 'old', other]);
});
