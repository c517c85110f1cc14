import { expect, test } from 'vitest';
import { fileForm, startFileServer } from './support/file-server.js';

const secret = 'tests/uploads: 32 bytes and some more of them';

test('files obey the access rules of their documents', async () => {
  const server = await startFileServer({
    auth: { secret },
    collections: [
      {
        slug: 'papers',
        upload: { mimeTypes: ['text/plain'] },
        access: { read: () => ({ open: true }), create: ['admin', 'super_admin'], update: ['super_admin'] },
        fields: [{ name: 'open', type: 'boolean' }],
      },
      {
        slug: 'secrets',
        upload: { mimeTypes: ['text/plain'] },
        access: { read: ['super_admin'], create: ['super_admin'] },
        drafts: false,
        fields: [],
      },
    ],
  });
  const refused = await server.send('POST', '/api/papers', { body: fileForm('x') });
  expect([refused.status, await server.stored()]).toEqual([403, []]);

  const cookie = await server.cookies();
  const asKeeper = { cookie, origin: 'http://localhost:3000' };
  const create = async (path: string, text: string, data: object, headers: object = {}) => {
    const init = { body: fileForm(text, data), headers: { ...asKeeper, ...headers } };
    const { status, body } = await server.send('POST', path, init);
    expect(status).toBe(201);
    return body;
  };
  const read = async (url: string, headers: Readonly<Record<string, string>> = {}) =>
    (await server.send('GET', url, { headers })).status;

  // A row rule: open to everybody by chance is not open to all.
  const open = await create('/api/papers', 'open', { open: true });
  const shown = await server.send('GET', open.url);
  expect([shown.status, shown.text]).toEqual([200, 'open']);
  expect(shown.headers.get('cache-control')).toBe('private, no-cache');
  expect(shown.headers.get('cross-origin-resource-policy')).toBe('same-site');

  const closed = await create('/api/papers', 'closed', { open: false });
  expect(await read(closed.url)).toBe(404);
  expect(await read(`/api/papers/${closed.id}/file`)).toBe(404);

  const draft = await create('/api/papers', 'draft', { open: true }, { 'x-draft': 'true' });
  expect(await read(draft.url)).toBe(404);
  expect(await read(draft.url, { cookie })).toBe(200);

  const hidden = await create('/api/secrets', 'hidden', {});
  expect(await read(hidden.url)).toBe(404);
  expect(await read(hidden.url, { cookie })).toBe(200);
  // The same as for a file that never was.
  const never = hidden.url.replace(/file\/[^/]+/, `file/${'A'.repeat(22)}`);
  const [one, other] = [await server.send('GET', hidden.url), await server.send('GET', never)];
  expect(one.text).toBe(other.text);
});
