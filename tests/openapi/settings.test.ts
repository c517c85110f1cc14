/** Settings in the config change the responses, and the document accordingly. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GeneratedServer, generatedServer } from '../support/openapi-server.js';

const config = `
import { defineConfig } from 'svc';

export default defineConfig({
  name: 'Settings',
  baseUrl: 'https://cms.example.org',
  limits: { maxLimit: 5, maxDepth: 2, bodyBytes: 2000 },
  server: { cors: { origins: ['https://site.example.org'] } },
  collections: [
    {
      slug: 'plain',
      drafts: false,
      fields: [{ name: 'title', type: 'text' }],
      hooks: { afterRead: ({ document }) => { if (document?.title === 'broken') throw new Error('secret'); } },
    },
  ],
});
`;

let server: GeneratedServer;
beforeAll(async () => {
  server = await generatedServer({ config });
});
afterAll(() => server.close());

test('other origins and https are in the headers', async () => {
  const listed = await server.fetch('/api/plain', { headers: { origin: 'https://site.example.org' } });
  expect(listed.headers.get('access-control-allow-origin')).toBe('https://site.example.org');
  expect(listed.headers.get('strict-transport-security')).toContain('max-age');
  const other = await server.fetch('/api/plain', { headers: { origin: 'https://other.example.org' } });
  expect(other.headers.has('access-control-allow-origin')).toBe(false);
  const preflight = await server.fetch('/api/plain', {
    method: 'OPTIONS',
    headers: { origin: 'https://site.example.org', 'access-control-request-method': 'POST' },
  });
  expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
});

test('the public address is where the document says the server is', () => {
  expect(server.openapi.servers).toEqual([{ url: 'https://cms.example.org' }]);
});

test('drafts that are switched off leave no parameter and no status behind', async () => {
  expect(JSON.stringify(server.openapi)).not.toMatch(/X-Draft|DraftView|_status/);
  expect((await server.fetch('/api/plain?draft=false')).status).toBe(400);
  expect((await server.send('POST', '/api/plain', {}, { 'x-draft': 'false' })).status).toBe(400);
});

test('limits of the config are those of the document', async () => {
  expect((await server.fetch('/api/plain?limit=6')).status).toBe(400);
  expect((await server.fetch('/api/plain?depth=3')).status).toBe(400);
  expect((await server.send('POST', '/api/plain', { title: 'x'.repeat(2000) })).status).toBe(413);
  const { PageLimit, PopulationDepth } = server.openapi.components?.schemas ?? {};
  expect(PageLimit).toMatchObject({ maximum: 5, default: 5 });
  expect(PopulationDepth).toMatchObject({ maximum: 2 });
});

test('a fault of the server is as the document says, and tells nothing', async () => {
  const created = await server.send('POST', '/api/plain', { title: 'broken' });
  const list = await server.fetch('/api/plain');
  expect([created.status, list.status]).toContain(500);
  const failed = created.status === 500 ? created : list;
  expect(await failed.json()).toEqual({
    error: expect.not.stringContaining('secret'),
    code: 'INTERNAL_ERROR',
    reason: 'service.internalError',
    requestId: failed.headers.get('x-request-id'),
  });
});

test('a server that shuts down answers as the document says', async () => {
  await server.app.close();
  const response = await server.fetch('/health/ready');
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('1');
  expect((await server.fetch('/health/live')).status).toBe(200);
});
