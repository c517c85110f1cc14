/** Who reads the sizes of an image, and what a signed address opens: docs/spec/uploads.md#serving. */
import { expect, test } from 'vitest';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { picture } from '../support/image-files.js';
import { type FileServer, type Reply, startFileServer } from './support/file-server.js';

const secret = 'tests/uploads: 32 bytes and some more of them';
const origin = 'http://localhost:3000';
const json = { 'content-type': 'application/json' };

const collections: ServiceConfig['collections'] = [
  {
    slug: 'photos',
    upload: { mimeTypes: ['image/png'], sizes: { small: { width: 20 }, large: { width: 40 } } },
    access: {
      read: ({ req }) => (req.user ? true : { isOpen: true }),
      create: ['super_admin'],
      update: ['super_admin'],
    },
    fields: [{ name: 'isOpen', type: 'boolean' }],
  },
  {
    slug: 'scans',
    drafts: false,
    upload: {
      mimeTypes: ['image/png'],
      sizes: { small: { width: 20 } },
      access: { file: { read: ['super_admin'] } },
    },
    fields: [],
  },
];

async function create(
  server: FileServer,
  path: string,
  { data = {}, headers = {} }: { readonly data?: object; readonly headers?: object },
): Promise<Reply['body']> {
  const form = new FormData();
  form.append('data', JSON.stringify(data));
  form.append(
    'file',
    new Blob([new Uint8Array(await picture().png().toBuffer())], { type: 'image/png' }),
    'a.png',
  );
  const { status, body } = await server.send('POST', path, { body: form, headers: { ...headers } });
  expect([body, status]).toEqual([body, 201]);
  return body;
}

test('the sizes of an image are for those who may read the image', async () => {
  const server = await startFileServer({ auth: { secret }, collections });
  const root = { cookie: await server.cookies(), origin };
  const read = async (path: string, headers: object = {}): Promise<number> =>
    (await server.send('GET', path, { headers: { ...headers } })).status;
  const open = await create(server, '/api/photos', { data: { isOpen: true }, headers: root });
  const closed = await create(server, '/api/photos', { data: { isOpen: false }, headers: root });
  const scan = await create(server, '/api/scans', { headers: root });
  const draft = await create(server, '/api/photos', {
    data: { isOpen: true },
    headers: { ...root, 'x-draft': 'true' },
  });
  for (const [{ id, sizes }, slug, expected] of [
    [open, 'photos', 200],
    [closed, 'photos', 404],
    [draft, 'photos', 404],
    [scan, 'scans', 404],
  ] as const) {
    const url = sizes.small.url;
    const current = url.replace(/small-[0-9a-f]{12}/, 'small');
    const asked = draft.id === id ? '' : `/api/${slug}/${id}/file?size=small`;
    for (const path of [url, current, asked].filter((each) => each !== '')) {
      expect([path, await read(path)]).toEqual([path, expected]);
      expect([path, await read(path, root)]).toEqual([path, 200]);
    }
    // A closed size says no more than one that never was.
    const never = url.replace(/file\/[^/]+/, `file/${'A'.repeat(22)}`);
    if (expected === 404)
      expect((await server.send('GET', url)).text).toBe((await server.send('GET', never)).text);
  }
});

test('a signed address opens one size, also after a change of the secret, and dies with its file', async () => {
  const server = await startFileServer({ auth: { secret }, collections });
  const root = { cookie: await server.cookies(), origin };
  const closed = await create(server, '/api/photos', { data: { isOpen: false }, headers: root });
  const body = JSON.stringify({ size: 'small', expiresIn: 7 * 24 * 3600, download: true });
  const signed = await server.send('POST', `/api/photos/${closed.id}/sign`, {
    body,
    headers: { ...root, ...json },
  });
  expect(signed.body.expiresAt).toBe('2026-01-08T00:00:00.000Z');
  const { url } = signed.body;
  const opened = await server.send('GET', url);
  expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(opened.headers.get('content-disposition')).toBe('attachment; filename="a.webp"');
  expect(opened.headers.get('cache-control')).toBe('private, max-age=604800');
  // Neither another size nor the original.
  const original = url.replace(/\/small-[0-9a-f]{12}\/a\.webp/, '/a.png');
  const other = url.replace(/small-[0-9a-f]{12}/, closed.sizes.large.url.split('/').at(-2));
  for (const address of [original, other]) {
    expect(address).not.toBe(url);
    expect(await server.send('GET', address)).toMatchObject({
      status: 403,
      body: { code: 'INVALID_SIGNATURE' },
    });
  }

  const next = 'tests/uploads: another one of 32 bytes and more';
  await server.restart({ auth: { secret: next, previousSecrets: [secret] }, collections });
  expect((await server.send('GET', url)).status).toBe(200);
  await server.restart({ auth: { secret: next }, collections });
  expect((await server.send('GET', url)).body.code).toBe('INVALID_SIGNATURE');
  await server.restart({ auth: { secret }, collections });
  expect((await server.send('GET', url)).status).toBe(200);
  // With another file, or none, there is nothing that it opens.
  const again = { cookie: await server.cookies(), origin };
  await server.send('DELETE', `/api/photos/${closed.id}`, { headers: again });
  expect((await server.send('GET', url)).status).toBe(404);
});
