import { expect, test } from 'vitest';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { day, password } from '../support/auth-server.js';
import { startMailedServer } from './support/mailed-server.js';

const ada = 'ada@example.com';
const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);

test('registering makes an account that is not verified, and mails a link', async () => {
  const server = await startMailedServer();
  const sent = { email: ' Ada@Example.com ', password, name: 'Ada' };
  const { status, body, headers, cookies } = await server.client().post('/api/auth/register', sent);
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      user: {
        ...{ id: uuid, email: ada, name: 'Ada', role: 'customer', emailVerified: false },
        ...{ createdAt: iso, updatedAt: iso },
      },
      message: 'Open the link that we sent to this address, then log in.',
    },
  });
  expect(headers.get('location')).toBe(`/api/users/${body.user.id}`);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(cookies).toEqual([]);
  const link = await server.lastLink(ada);
  expect(`${link.origin}${link.pathname}`).toBe('http://localhost:3000/admin/verify-email');
  expect(await server.services.users.findByEmail(server.services.driver, ada)).toMatchObject(body.user);
});

test('keys that nobody may set are dropped', async () => {
  const server = await startMailedServer();
  const sent = { email: ada, password, role: 'super_admin', emailVerified: true, id: 'mine', whatever: 1 };
  const { status, body } = await server.client().post('/api/auth/register', sent);
  expect({ status, role: body.user.role, emailVerified: body.user.emailVerified }).toEqual({
    status: 201,
    role: 'customer',
    emailVerified: false,
  });
  expect(body.user.id).not.toBe('mine');
  const stored = await server.services.users.findByEmail(server.services.driver, ada);
  expect(stored).toMatchObject({ role: 'customer', emailVerified: false });
});

test('registration that is off is refused before anything else', async () => {
  const server = await startMailedServer({ auth: { registration: { enabled: false } } });
  const client = server.client();
  const refused = {
    error: 'User registration is disabled by the administrator.',
    code: 'FORBIDDEN',
    reason: 'registration.disabled',
  };
  for (const sent of [{ email: ada, password }, {}, 'not json']) {
    const { status, body } = await client.post('/api/auth/register?x=1', sent);
    expect({ status, body }).toEqual({ status: 403, body: refused });
  }
});

test('the role of new users is the one that an administrator has set', async () => {
  const server = await startMailedServer({
    auth: { registration: { enabled: true, defaultRole: 'author' } },
  });
  const { body } = await server.client().post('/api/auth/register', { email: ada, password });
  expect(body.user.role).toBe('author');
});

test('a weak password and a wrong email are named with every rule', async () => {
  const client = (await startMailedServer()).client();
  const weak = await client.post('/api/auth/register', { email: ada, password: 'short' });
  expect(weak.status).toBe(400);
  expect(weak.body.code).toBe('BAD_USER_INPUT');
  expect(weak.body.details.length).toBeGreaterThan(2);
  expect(weak.body.details.every(({ path }: { path: string }) => path === 'password')).toBe(true);
  expect(JSON.stringify(weak.body)).not.toContain('short"');
  const wrong = await client.post('/api/auth/register', { email: 'no address', password });
  expect(wrong.status).toBe(400);
  expect(wrong.body.details).toMatchObject([{ path: 'email' }]);
});

test('a taken address gets an answer of the same shape, and its owner a mail once a day', async () => {
  const server = await startMailedServer();
  const client = server.client();
  const first = await client.post('/api/auth/register', { email: ada, password });
  expect(await server.subjects(ada)).toEqual(['Confirm your email address for localhost:3000']);
  const second = await client.post('/api/auth/register', { email: ada, password });
  await client.post('/api/auth/register', { email: ada, password });
  expect({ ...second.body, user: { ...second.body.user, id: uuid } }).toEqual({
    ...first.body,
    user: { ...first.body.user, id: uuid },
  });
  expect(second.body.user.id).not.toBe(first.body.user.id);
  expect(second.status).toBe(201);
  expect([...second.headers.keys()]).toEqual([...first.headers.keys()]);
  const accountExists = 'You already have an account on localhost:3000';
  expect((await server.subjects(ada)).slice(1)).toEqual([accountExists]);
  server.time.now += day;
  await client.post('/api/auth/register', { email: ada, password });
  expect((await server.subjects(ada)).slice(1)).toEqual([accountExists, accountExists]);
  const stored = await server.services.users.findByEmail(server.services.driver, ada);
  expect(stored?.id).toBe(first.body.user.id);
});

test('without verification a new user is welcome at once, and a taken address is a conflict', async () => {
  const server = await startMailedServer({ auth: { emailVerification: false } });
  const client = server.client();
  const { status, body } = await client.post('/api/auth/register', { email: ada, password });
  expect({ status, verified: body.user.emailVerified }).toEqual({ status: 201, verified: false });
  expect(await server.subjects(ada)).toEqual(['Welcome to localhost:3000']);
  const again = await client.post('/api/auth/register', { email: ada, password });
  expect({ status: again.status, code: again.body.code }).toEqual({ status: 409, code: 'CONFLICT' });
  expect(again.body.details).toMatchObject([{ path: 'email' }]);
  expect((await client.post('/api/auth/login', { email: ada, password })).status).toBe(200);
});

test('twenty at once with one address make one account', async () => {
  const server = await startMailedServer();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => server.client().post('/api/auth/register', { email: ada, password })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
  expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(20);
  expect(await server.services.users.countByRole(server.services.driver, 'customer')).toBe(1);
});

test('eleven calls a minute that may send mail are too many', async () => {
  const server = await startMailedServer({ auth: { rateLimit: {} } });
  const client = server.client();
  for (let call = 0; call < 10; call += 1) {
    expect((await client.post('/api/auth/forgot-password', { email: ada })).status).toBe(200);
  }
  const { status, body, headers } = await client.post('/api/auth/register', { email: ada, password });
  expect({ status, code: body.code }).toEqual({ status: 429, code: 'RATE_LIMITED' });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});

const withOwnFields: ServiceConfig = {
  collections: [
    {
      slug: 'users',
      fields: [
        { name: 'company', type: 'text', required: true, maxLength: 20 },
        { name: 'credit', type: 'number', access: { update: ['admin'] } },
        {
          name: 'profile',
          type: 'group',
          fields: [
            { name: 'city', type: 'text' },
            { name: 'rating', type: 'number', access: { read: ['admin'] } },
          ],
        },
      ],
      hooks: {
        beforeChange: ({ data }) => ({ ...data, company: String(data['company']).toUpperCase() }),
      },
    },
  ],
};

test('fields of the config are taken as far as anybody may set them, with validation and hooks', async () => {
  const server = await startMailedServer({ config: withOwnFields });
  const client = server.client();
  const sent = {
    ...{ email: ada, password, company: 'Analytical', credit: 1000 },
    profile: { city: 'London', rating: 5 },
  };
  const { status, body } = await client.post('/api/auth/register', sent);
  expect(status).toBe(201);
  expect(body.user).toMatchObject({ company: 'Analytical', credit: null, profile: { city: 'London' } });
  const { users, driver } = server.services;
  expect(await users.findByEmail(driver, ada)).toMatchObject({
    ...{ company: 'ANALYTICAL', credit: null, profile: { city: 'London', rating: null } },
  });
  const again = await client.post('/api/auth/register', sent);
  expect(Object.keys(again.body.user)).toEqual(Object.keys(body.user));

  const missing = await client.post('/api/auth/register', { email: 'bob@example.com', password });
  expect(missing).toMatchObject({ status: 400, body: { details: [{ path: 'company' }] } });
  const wrong = { email: 'bob@example.com', password, company: 'x'.repeat(21) };
  expect(await client.post('/api/auth/register', wrong)).toMatchObject({
    ...{ status: 400, body: { details: [{ path: 'company' }] } },
  });
  expect(await users.findByEmail(driver, 'bob@example.com')).toBeNull();
});

test('a hook of users may refuse who registers, with nothing left behind', async () => {
  const refuseAll = (): never => {
    throw Object.assign(new Error('Only colleagues.'), { name: 'Refusal', code: 'REFUSED' });
  };
  const server = await startMailedServer({
    config: { collections: [{ slug: 'users', fields: [], hooks: { beforeValidate: refuseAll } }] },
  });
  const { status, body } = await server.client().post('/api/auth/register', { email: ada, password });
  expect({ status, body }).toMatchObject({ status: 400, body: { error: 'Only colleagues.' } });
  expect(await server.services.users.findByEmail(server.services.driver, ada)).toBeNull();
  expect(await server.subjects(ada)).toEqual([]);
});
