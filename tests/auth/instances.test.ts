import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type AuthServer, adminEmail, password, startAuthServer } from '../support/auth-server.js';
import { scratchFolder } from '../support/emitted.js';

test('a session of one instance works on another, and ends on both at once', async () => {
  const first = await startAuthServer();
  const second = await startAuthServer({ beside: first });
  const here = await first.signedIn();
  const there = second.client();
  for (const [name, value] of here.jar) there.jar.set(name, value);
  expect((await there.get('/api/auth/me')).body.user.email).toBe(adminEmail);
  await there.post('/api/auth/logout');
  expect((await here.get('/api/auth/me')).status).toBe(401);
});

test('a demotion, and the end of a key, act on the next request on every instance', async () => {
  const first = await startAuthServer();
  const second = await startAuthServer({ beside: first });
  const { id } = await first.addUser('boss@example.com', { role: 'admin' });
  const admin = await first.signedIn();
  const boss = await second.signedIn('boss@example.com');
  const { body } = await admin.post('/api/auth/api-keys', { name: 'ci', role: 'editor' });
  const byKey = () => second.client().get('/api/auth/me', { 'x-api-key': body.key });
  expect((await boss.get('/api/auth/audit-log')).status).toBe(200);
  expect((await byKey()).status).toBe(200);

  await admin.send('PATCH', `/api/users/${id}`, { role: 'author' });
  expect((await boss.get('/api/auth/audit-log')).status).toBe(403);
  await admin.delete(`/api/auth/api-keys/${body.apiKey.id}`);
  expect((await byKey()).status).toBe(401);
});

test('20 refreshes at once on two instances get one and the same next token', async () => {
  const first = await startAuthServer();
  const second = await startAuthServer({ beside: first });
  const client = await first.signedIn();
  const cookie = `svc_refresh=${client.jar.get('svc_refresh')}`;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? first : second).client().post('/api/auth/refresh', undefined, { cookie }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ cookies }) => cookies[1])).size).toBe(1);
});

test('failures on all instances count together', async () => {
  const first = await startAuthServer();
  const second = await startAuthServer({ beside: first });
  const wrong = { email: adminEmail, password: 'Wrong-Horse-7-Battery' };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? first : second).client().post('/api/auth/login', wrong),
    ),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 423)).toHaveLength(15);
  const right = await second.client().post('/api/auth/login', { email: adminEmail, password });
  expect(right.status).toBe(423);
});

test('refusals of one actor are noted once a second, however many instances refuse', async () => {
  const first = await startAuthServer();
  const second = await startAuthServer({ beside: first });
  const admin = await first.signedIn();
  await first.addUser('ada@example.com');
  const adas = [await first.signedIn('ada@example.com'), await second.signedIn('ada@example.com')];
  const denied = async () => (await admin.get('/api/auth/audit-log?type=access.denied')).body.docs;
  for (let round = 1; round <= 3; round += 1) {
    for (const ada of adas) expect((await ada.get('/api/auth/audit-log')).status).toBe(403);
    await expect.poll(denied).toHaveLength(round);
    first.time.now += 1000;
  }
});

test('projects whose databases lie in one folder share no lock', async () => {
  const folder = scratchFolder();
  const project = (name: string): Promise<AuthServer> =>
    startAuthServer({ env: { SVC_DATABASE_URL: `file:${join(folder, name)}` }, alone: true });
  const [blog, shop] = [await project('blog.db'), await project('shop.db')];
  const wrong = { email: adminEmail, password: 'Wrong-Horse-7-Battery' };
  for (let attempt = 1; attempt <= 5; attempt += 1) await blog.client().post('/api/auth/login', wrong);
  expect((await blog.client().post('/api/auth/login', wrong)).status).toBe(423);
  expect((await shop.client().post('/api/auth/login', { email: adminEmail, password })).status).toBe(200);
});

test('all requests of one address count together, whichever instance they come to', async () => {
  const auth = { rateLimit: { api: { max: 5, windowSeconds: 60 } } };
  const first = await startAuthServer({ auth });
  const second = await startAuthServer({ auth, beside: first });
  const send = async (server: AuthServer) => (await server.client().get('/api/posts')).status;
  const found: number[] = [];
  for (let round = 1; round <= 4; round += 1) found.push(await send(first), await send(second));
  expect(found).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
});
