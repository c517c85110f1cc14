/** Scopes of API keys for routes of the config, and their limits. */
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { atLeast, defineRoute } from '../../runtime/config/index.js';
import { type AuthServer, startAuthServer } from '../support/auth-server.js';

const done = { response: z.object({ done: z.boolean() }), handler: () => ({ done: true }) };
const report = defineRoute({
  id: 'report',
  method: 'GET',
  path: '/report',
  access: atLeast('admin'),
  ...done,
});
const guarded = defineRoute({ id: 'guarded', method: 'GET', path: '/guarded', access: () => false, ...done });
const search = defineRoute({
  ...{ id: 'search', method: 'GET', path: '/search', access: 'public', ...done },
  rateLimit: { max: 2, windowSeconds: 60 },
});
const routes = [report, guarded, search];

let server: AuthServer;
beforeEach(async () => {
  server = await startAuthServer({ config: { routes } });
});

async function keyWith(scopes: readonly string[], email?: string): Promise<Record<string, string>> {
  const creator = await server.signedIn(email);
  const { status, body } = await creator.post('/api/auth/api-keys', { name: 'ci', scopes });
  expect(status, JSON.stringify(body)).toBe(201);
  return { 'x-api-key': body.key };
}

async function statuses(headers: Record<string, string>): Promise<readonly number[]> {
  const paths = ['/api/report', '/api/guarded', '/api/search'];
  return Promise.all(paths.map(async (path) => (await server.client().get(path, headers)).status));
}

describe('a scope', () => {
  test.each([
    [['routes:report'], [200, 403, 200]],
    [['routes:guarded'], [403, 200, 200]],
    [['routes:*'], [200, 200, 200]],
    [['*'], [403, 403, 200]],
    [['posts:read'], [403, 403, 200]],
  ])('%j opens its routes, whatever their rules are, and * opens none', async (scopes, expected) => {
    expect(await statuses(await keyWith(scopes))).toEqual(expected);
  });

  test.each([
    ['routes:reprot', 'report'],
    ['routes:nothing', undefined],
  ])('%s is refused, with the nearest route', async (scope, near) => {
    const creator = await server.signedIn();
    const { status, body } = await creator.post('/api/auth/api-keys', { name: 'ci', scopes: [scope] });
    expect(status).toBe(400);
    expect(body.details).toMatchObject([
      { path: 'scopes.0', reason: 'scope.unknownRoute', params: { scope, ...(near && { near }) } },
    ]);
  });

  test('is given by those who may call the route, and one that replaces a function by a super_admin only', async () => {
    await server.addUser('ann@example.com', { role: 'admin' });
    const admin = await server.signedIn('ann@example.com');
    const made = async (scope: string): Promise<number> =>
      (await admin.post('/api/auth/api-keys', { name: 'ci', scopes: [scope] })).status;
    expect(await made('routes:report')).toBe(201);
    expect(await made('routes:search')).toBe(201);
    expect(await made('routes:guarded')).toBe(403);
    expect(await made('routes:*')).toBe(403);
  });

  test('says nothing in a config without routes', async () => {
    const other = await startAuthServer();
    const creator = await other.signedIn();
    const { body } = await creator.post('/api/auth/api-keys', { name: 'ci', scopes: ['routes:report'] });
    expect(body.details).toMatchObject([{ reason: 'scope.unknownCollection' }]);
  });
});

describe('the limit of a route', () => {
  test('counts users, keys and addresses apart, and nothing but this route', async () => {
    const anonymous = server.client();
    const user = await server.signedIn();
    const key = await keyWith(['routes:search']);
    const search3 = async (send: () => Promise<{ status: number }>): Promise<readonly number[]> => [
      (await send()).status,
      (await send()).status,
      (await send()).status,
    ];
    expect(await search3(() => anonymous.get('/api/search'))).toEqual([200, 200, 429]);
    expect(await search3(() => user.get('/api/search'))).toEqual([200, 200, 429]);
    expect(await search3(() => anonymous.get('/api/search', key))).toEqual([200, 200, 429]);
    expect((await user.get('/api/report')).status).toBe(200);
    const refused = await anonymous.get('/api/search');
    expect(refused.body).toMatchObject({ code: 'RATE_LIMITED', reason: 'rateLimit.exceeded' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
  });

  test('is that of the user in all sessions', async () => {
    const [one, two] = [await server.signedIn(), await server.signedIn()];
    expect((await one.get('/api/search')).status).toBe(200);
    expect((await two.get('/api/search')).status).toBe(200);
    expect((await one.get('/api/search')).status).toBe(429);
  });

  test.each([
    [{ SVC_RATE_LIMIT: 'off' }, {}, 200],
    [{ SVC_RATE_LIMIT: '2' }, {}, 200],
    [{}, { rateLimit: false }, 200],
    [{}, {}, 429],
  ] as const)('follows %j and auth %j', async (env, auth, third) => {
    const other = await startAuthServer({ config: { routes }, env, auth });
    const client = other.client();
    await client.get('/api/search');
    await client.get('/api/search');
    expect((await client.get('/api/search')).status).toBe(third);
  });
});
