/** `sdk/preview`: saves during typing, and which messages a page reads. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type SvcClient } from '../../fixtures/content-tools/expected/sdk/index.js';
import { autosave, onPreview } from '../../fixtures/content-tools/expected/sdk/preview.js';
import { type GeneratedServer, generatedServer } from '../support/openapi-server.js';

let server: GeneratedServer;
let client: SvcClient;
beforeAll(async () => {
  server = await generatedServer('content-tools');
  client = createClient({
    ...{ baseUrl: 'http://localhost', retry: false },
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { method, headers } = request;
      const body = method === 'GET' || request.body === null ? null : await request.text();
      return server.fetch(request.url, { method, headers, body });
    },
  });
});
afterAll(() => server.close());

test('saves while somebody types are drafts, and share a version', async () => {
  const { id, _revision } = await client.posts.create({ title: 'One' });
  let ifMatch = _revision;
  for (const title of ['T', 'Tw', 'Two']) {
    ifMatch = (await client.posts.update(id, { title }, autosave({ ifMatch })))._revision;
  }
  expect(ifMatch).toBe(_revision + 3);
  expect((await client.posts.findById(id, { draft: false })).title).toBe('One');
  expect((await client.posts.findById(id, { draft: true })).title).toBe('Two');
  expect((await client.posts.versions(id)).totalDocs).toBe(2);
  const late = await client.safe.posts.update(id, { title: 'Late' }, autosave({ ifMatch: _revision }));
  expect(late.error).toMatchObject({ code: 'CONFLICT', currentRevision: ifMatch });
});

test.each(['*', '', 'cms.example.com', 'https://cms.example.com/', 'https://*.example.com', 'javascript:x'])(
  'a page reads no messages of %j',
  (origin) => {
    expect(() => onPreview(() => undefined, { origin })).toThrow('is not the origin of one dashboard');
  },
);
