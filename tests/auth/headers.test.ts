import { expect, test } from 'vitest';
import { adminEmail, password, startAuthServer } from '../support/auth-server.js';

const app = 'https://app.example.com';
const listed = 'https://listed.example.com';
const both = 'https://both.example.com';

test('what a login page needs to know is public', async () => {
  const server = await startAuthServer({ auth: { magicLink: false, passwordPolicy: { minLength: 14 } } });
  const { status, body, headers } = await server.client().get('/api/auth/config');
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      registrationEnabled: false,
      emailVerificationRequired: true,
      passwordPolicy: { minLength: 14, uppercase: true, lowercase: true, digit: true, symbol: true },
      magicLink: false,
    },
  });
  expect(headers.get('cache-control')).toBe('no-store');
});

test('it follows the settings, and does not mind a dead session', async () => {
  const server = await startAuthServer();
  const admin = await server.signedIn();
  await admin.send('PATCH', '/api/globals/system', { enableRegistration: true });
  const { status, body } = await server.client().get('/api/auth/config', { cookie: 'svc_session=nonsense' });
  expect([status, body.registrationEnabled]).toEqual([200, true]);
});

test('nothing of /api/auth is cached, refusals and odd spellings included', async () => {
  const server = await startAuthServer();
  const client = server.client();
  for (const path of ['/api/auth/me', '/api/auth/nonsense', '/api/%61uth/me', '/api/auth/config?x=1']) {
    expect((await client.get(path)).headers.get('cache-control'), path).toBe('no-store');
  }
  expect(
    (await client.post('/api/auth/login', { email: adminEmail, password })).headers.get('cache-control'),
  ).toBe('no-store');
});

test('answers of documents depend on who asks', async () => {
  const server = await startAuthServer();
  const { headers } = await server.client().get('/api/posts');
  expect(headers.get('cache-control')).toBe('private, no-cache');
  expect(headers.get('vary')).toBe('Accept-Encoding, Cookie, Authorization, X-API-Key');
});

test('security headers are on every answer, and https is kept to where the address is https', async () => {
  const server = await startAuthServer({ baseUrl: 'https://cms.example.com' });
  const { headers } = await server.client().get('/api/auth/me');
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'",
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  });
  expect(headers.get('x-powered-by')).toBeNull();
  const plain = await startAuthServer();
  expect((await plain.client().get('/api/auth/me')).headers.get('strict-transport-security')).toBeNull();
});

test('listed origins may read answers to requests with credentials, others may not, trusted ones included', async () => {
  const server = await startAuthServer({
    auth: { trustedOrigins: [app, both] },
    config: { server: { cors: { origins: [listed, both] } } },
  });
  const allowed = async (origin: string) => {
    const { headers } = await server.client().get('/api/auth/me', { origin });
    return [headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')];
  };
  expect(await allowed(app)).toEqual([null, null]);
  expect(await allowed(both)).toEqual([both, 'true']);
  expect(await allowed(listed)).toEqual([listed, 'true']);
  expect(await allowed('https://evil.example.com')).toEqual([null, null]);
});

test('a listed origin that is not trusted reads, but does not write with cookies', async () => {
  const server = await startAuthServer({ config: { server: { cors: { origins: [listed] } } } });
  const client = await server.signedIn();
  expect((await client.get('/api/posts', { origin: listed })).status).toBe(200);
  expect((await client.post('/api/posts', { title: 'x' }, { origin: listed })).status).toBe(403);
});

test('a trusted origin writes with cookies, and its page learns nothing of the answer', async () => {
  const server = await startAuthServer({ auth: { trustedOrigins: [app] } });
  const client = await server.signedIn();
  const { status, headers } = await client.post('/api/posts', { title: 'x' }, { origin: app });
  expect([status, headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([
    201,
    null,
    'Accept-Encoding, Cookie, Authorization, X-API-Key',
  ]);
});

test('an origin that is named in both reads and writes', async () => {
  const server = await startAuthServer({
    auth: { trustedOrigins: [both] },
    config: { server: { cors: { origins: [both] } } },
  });
  const client = await server.signedIn();
  const { status, headers } = await client.post('/api/posts', { title: 'x' }, { origin: both });
  expect([status, headers.get('access-control-allow-origin')]).toEqual([201, both]);
});

test('a preflight allows the headers of credentials and exposes the contract', async () => {
  const server = await startAuthServer({ config: { server: { cors: { origins: [app] } } } });
  const { status, headers } = await server.client().send('OPTIONS', '/api/auth/login', undefined, {
    origin: app,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  });
  expect([status, headers.get('access-control-allow-origin')]).toEqual([204, app]);
  expect(headers.get('access-control-allow-headers')).toMatch(/Authorization.*X-API-Key/);
  expect(headers.get('access-control-expose-headers')).toContain('X-Svc-Contract');
  expect(headers.get('access-control-expose-headers')).toContain('Retry-After');
});

test('readiness asks the session store too', async () => {
  const server = await startAuthServer();
  expect((await server.client().get('/health/ready')).status).toBe(200);
  await server.services.sessions.close();
  expect((await server.client().get('/health/ready')).status).toBe(503);
});
