/** `client.routes` of the generated SDK, against the server of the same config. */
import { beforeAll, expect, test } from 'vitest';
import { createClient, isSvcError, type SvcClient } from '../../fixtures/own-routes/expected/sdk/index.js';
import { createApp } from '../../fixtures/own-routes/expected/server.js';
import { adminEmail, password, secret } from '../support/auth-server.js';

const baseUrl = 'http://localhost:3000';
let client: SvcClient;
let fetch: ReturnType<typeof createApp>['fetch'];
beforeAll(async () => {
  const app = createApp({
    env: {
      SVC_DATABASE_URL: ':memory:',
      SVC_SECRET: secret,
      SVC_ADMIN_EMAIL: adminEmail,
      SVC_ADMIN_PASSWORD: password,
      SVC_LOG_LEVEL: 'silent',
    },
  });
  await app.ready();
  fetch = app.fetch;
  client = createClient({ baseUrl, fetch });
  return () => app.close();
});

test('parameters, query and body are sent, and the response is returned', async () => {
  const stats = await client.routes.articleStats({
    params: { year: 2026 },
    query: { section: ['news', 'guide'], limit: 3 },
  });
  expect(stats).toEqual({ year: 2026, sections: ['news', 'guide'], limit: 3, at: null });
  expect(await client.routes.articleStats({ params: { year: 2026 } })).toMatchObject({ limit: 10 });
});

test('the session is sent, and either of several responses is returned', async () => {
  const { error } = await client.safe.routes.subscribe({ body: { email: 'a@example.com' } });
  expect(error?.code).toBe('UNAUTHENTICATED');
  const signedIn = createClient({ baseUrl, fetch });
  await signedIn.auth.login({ email: adminEmail, password });
  expect(await signedIn.routes.subscribe({ body: { email: 'a@example.com' } })).toEqual({
    id: 'a@example.com',
  });
  expect(await signedIn.routes.subscribe({ body: { email: 'a@example.com', tags: [] } })).toEqual({
    queued: true,
  });
  const tree = { name: 'root', children: [{ name: 'leaf', children: [] }] };
  expect(await signedIn.routes.tree({ params: { id: 'a/b' }, body: tree })).toEqual({ ...tree, name: 'a/b' });
  const refused = await signedIn.safe.routes.subscribe({ body: { email: 'a@example.org' } });
  expect(refused.error).toMatchObject({ code: 'BAD_USER_INPUT', details: [{ path: 'email' }] });
});

test('a route without a result returns nothing', async () => {
  expect(await client.routes.ping({}, { headers: { 'x-ping': 'yes' } })).toBeUndefined();
});

test('errors are those of other methods', async () => {
  const error: unknown = await client.routes
    .articleStats({ params: { year: 1999 } })
    .catch((thrown: unknown) => thrown);
  expect(isSvcError(error) && error.code === 'BAD_USER_INPUT' && error.details?.[0]?.path).toBe('year');
  await expect(
    client.routes.tree({ params: { id: '..' }, body: { name: '', children: [] } }),
  ).rejects.toThrow('".." is not an id');
});
