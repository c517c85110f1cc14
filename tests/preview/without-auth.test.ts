/** Previews of a service without accounts: docs/spec/content-tools.md#amendments. */
import { expect, test } from 'vitest';
import { generatedServer } from '../support/openapi-server.js';

const config = `import { defineConfig } from 'svc';

export default defineConfig({
  collections: [
    { slug: 'posts', fields: [{ name: 'title', type: 'text' }] },
    { slug: 'plain', drafts: false, fields: [{ name: 'title', type: 'text' }] },
  ],
});
`;

test('a token names no user, and opens what everyone reads; there are no saved views', async () => {
  const server = await generatedServer({ config });
  try {
    const send = async (method: string, path: string, body?: unknown, headers = {}) => {
      const response = await server.send(method, path, body, headers);
      return { status: response.status, body: JSON.parse(await response.text()), headers: response.headers };
    };
    const { body: post } = await send('POST', '/api/posts', { title: 'Old' });
    const path = `/api/posts/${post.id}`;
    await send('PATCH', path, { title: 'New' }, { 'x-draft': 'true' });
    const made = await send('POST', `${path}/preview-token`);
    expect([made.status, Object.keys(made.body).sort()]).toEqual([200, ['expiresAt', 'token']]);
    const read = async (token: string) => {
      const response = await server.fetch(path, { headers: { 'x-svc-preview': token } });
      return {
        status: response.status,
        cache: response.headers.get('cache-control'),
        body: await response.json(),
      };
    };
    expect(await read(made.body.token)).toMatchObject({
      status: 200,
      cache: 'no-store',
      body: { title: 'New' },
    });
    expect((await read('nonsense')).status).toBe(401);
    const { body: plain } = await send('POST', '/api/plain', { title: 'Plain' });
    expect((await send('POST', `/api/plain/${plain.id}/preview-token`)).status).toBe(404);
    expect((await server.fetch('/api/svc/views')).status).toBe(404);
  } finally {
    await server.close();
  }
});
