import { expect, test } from 'vitest';
import { adminEmail, password, startAuthServer } from '../support/auth-server.js';

const login = { email: adminEmail, password };
const trusted = 'https://app.example.com';
const own = 'https://cms.example.com';
const foreign = 'https://evil.example.com';

const options = { baseUrl: own, auth: { trustedOrigins: [trusted] } };

test.each<[site: string | null, origin: string | null, status: number]>([
  [null, null, 200],
  [null, own, 200],
  [null, trusted, 200],
  [null, foreign, 403],
  [null, 'null', 403],
  [null, 'http://cms.example.com', 403],
  [null, `${own}.evil.example.com`, 403],
  [null, '', 403],
  ['same-origin', own, 200],
  ['same-origin', null, 200],
  ['same-origin', 'null', 200],
  ['none', null, 200],
  ['same-site', null, 403],
  ['same-site', own, 403],
  ['same-site', trusted, 200],
  ['cross-site', null, 403],
  ['cross-site', own, 403],
  ['cross-site', 'null', 403],
  ['cross-site', foreign, 403],
  ['cross-site', trusted, 200],
  ['nonsense', null, 403],
])('a login with Sec-Fetch-Site %j and Origin %j is %i', async (site, origin, status) => {
  const server = await startAuthServer(options);
  const sent = await server.client().post('/api/auth/login', login, {
    ...(site !== null && { 'sec-fetch-site': site }),
    ...(origin !== null && { origin }),
  });
  expect(sent.status).toBe(status);
  if (status === 403) expect(sent.body.code).toBe('FORBIDDEN');
});

const fromElsewhere = { 'sec-fetch-site': 'cross-site', origin: foreign };

test('every writing method of every route is tested, reading ones are not', async () => {
  const server = await startAuthServer(options);
  const client = await server.signedIn();
  const { body: post } = await client.post('/api/posts', { title: 'mine' });
  const attempts: [method: string, path: string][] = [
    ['POST', '/api/auth/register'],
    ['POST', '/api/auth/logout'],
    ['POST', '/api/auth/refresh'],
    ['POST', '/api/auth/change-password'],
    ['POST', '/api/auth/email-change'],
    ['DELETE', '/api/auth/email-change'],
    ['DELETE', '/api/auth/sessions'],
    ['POST', '/api/posts'],
    ['POST', '/api/posts/query'],
    ['PATCH', `/api/posts/${post.id}`],
    ['DELETE', `/api/posts/${post.id}`],
    ['PATCH', '/api/globals/system'],
    ['POST', '/admin/login'],
  ];
  for (const [method, path] of attempts) {
    expect((await client.send(method, path, {}, fromElsewhere)).status, `${method} ${path}`).toBe(403);
  }
  for (const path of ['/api/posts', `/api/posts/${post.id}`, '/api/auth/me']) {
    expect((await client.get(path, fromElsewhere)).status, path).toBe(200);
  }
});

test('what carries a credential in a header needs no test: no page can have a browser add it', async () => {
  const server = await startAuthServer(options);
  const client = await server.signedIn();
  const { body } = await client.post('/api/auth/api-keys', { name: 'ci', role: 'editor' });
  const write = (headers: Readonly<Record<string, string>>) =>
    server.client().post('/api/posts', { title: 'x' }, { ...fromElsewhere, ...headers });
  expect((await write({ 'x-api-key': body.key })).status).toBe(201);
  expect((await write({ authorization: `Bearer ${body.key}` })).status).toBe(201);
  const token = client.jar.get('__Host-svc_session') ?? '';
  expect((await write({ authorization: `Bearer ${token}` })).status).toBe(201);
  // Browsers add Basic credentials by themselves.
  expect(
    (await client.post('/api/posts', {}, { ...fromElsewhere, authorization: 'Basic YTpi' })).status,
  ).toBe(403);
});

test('a refusal is in the audit log', async () => {
  const server = await startAuthServer(options);
  const client = await server.signedIn();
  await client.post('/api/posts', { title: 'x' }, fromElsewhere);
  const audit = async () => (await client.get('/api/auth/audit-log?type=access.denied')).body.docs;
  await expect.poll(audit).toMatchObject([{ outcome: 'failure', reason: 'POST /api/posts' }]);
});

test('a service without authentication has no such test', async () => {
  const { createNotesService } = await import('../http/support/notes-service.js');
  const { app } = createNotesService();
  const response = await app.fetch('/api/notes', {
    method: 'POST',
    headers: { ...fromElsewhere, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(response.status).toBe(201);
  await app.close();
});
