/** An operation of a bulk counts as a twentieth of a request: docs/spec/content-tools.md#many-at-once. */
import { expect, test } from 'vitest';
import { type AuthClient, type Sent, startAuthServer } from '../support/auth-server.js';

/** A key of its own, which may send six requests. */
async function open(): Promise<{ readonly admin: AuthClient; readonly client: KeyClient }> {
  const server = await startAuthServer({ auth: { rateLimit: { api: { max: 6, windowSeconds: 60 } } } });
  const admin = await server.signedIn();
  const { key } = (await admin.post('/api/auth/api-keys', { name: 'k', role: 'author' })).body;
  const headers = { 'x-api-key': String(key) };
  const client = server.client();
  return {
    admin,
    client: {
      get: (path) => client.get(path, headers),
      bulk: (count) => {
        const operations = Array.from({ length: count }, () => ({ op: 'create', data: { title: 'x' } }));
        return client.post('/api/posts/bulk', { operations }, headers);
      },
    },
  };
}

interface KeyClient {
  get(path: string): Promise<Sent>;
  bulk(count: number): Promise<Sent>;
}

test('a bulk of up to 39 operations is one request, and each 20 are one', async () => {
  const { client } = await open();
  expect((await client.bulk(39)).status).toBe(200);
  // 2 to 5 of 6
  expect((await client.bulk(80)).status).toBe(200);
  expect((await client.get('/api/posts?limit=0')).body.totalDocs).toBe(119);
  const limited = await client.get('/api/posts');
  expect([limited.status, limited.body.code]).toEqual([429, 'RATE_LIMITED']);
});

test('a bulk that is too much for the limit writes nothing', async () => {
  const { admin, client } = await open();
  const refused = await client.bulk(200);
  expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  // The administrator's session has a limit of its own.
  expect((await admin.get('/api/posts?limit=0')).body.totalDocs).toBe(0);
});
