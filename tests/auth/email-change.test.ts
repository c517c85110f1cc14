import { expect, test } from 'vitest';
import { reason } from '../../runtime/errors/reasons/reason.js';
import { ServiceError } from '../../runtime/errors/service-error.js';
import { type AuthClient, hour, password, type Sent } from '../support/auth-server.js';
import { type MailedServer, startMailedServer } from './support/mailed-server.js';

const ada = 'ada@example.com';
const next = 'ada@example.org';
const better = 'Another-Horse-8-Battery';
const path = '/api/auth/email-change';

interface Stage {
  readonly server: MailedServer;
  readonly id: string;
  readonly client: AuthClient;
}

async function stageOf(options: Parameters<typeof startMailedServer>[0] = {}): Promise<Stage> {
  const server = await startMailedServer(options);
  const { id } = await server.addUser(ada);
  return { server, id, client: await server.signedIn(ada) };
}

function ask(client: AuthClient, body: object = {}): Promise<Sent> {
  return client.post(path, { currentPassword: password, newEmail: next, ...body });
}

async function askedToken({ server, client }: Stage, newEmail = next): Promise<string> {
  expect((await ask(client, { newEmail })).status).toBe(200);
  return server.lastToken(newEmail);
}

function confirm(server: MailedServer, token: string): Promise<Sent> {
  return server.client().post(`${path}/confirm`, { token });
}

async function logIn(server: MailedServer, email: string, given = password): Promise<number> {
  return (await server.client().post('/api/auth/login', { email, password: given })).status;
}

async function auditTypes({ server, id }: Stage): Promise<readonly string[]> {
  const query = { type: null, userId: id, from: null, to: null, page: 1, limit: 50 };
  const { entries } = await server.services.audit.list(query);
  return entries.map(({ type }) => type).filter((type) => type.startsWith('email.'));
}

test('an address changes when the link in the mail to the new one is used, and not before', async () => {
  const stage = await stageOf();
  const { server, id, client } = stage;
  const asked = await ask(client);
  expect(asked).toMatchObject({
    status: 200,
    body: { message: 'We have sent a mail to the new address; the change is done by its link.' },
  });
  expect((await client.get('/api/auth/me')).body.user.email).toBe(ada);
  expect((await client.get(path)).body).toEqual({
    emailChange: { newEmail: next, expiresAt: new Date(server.time.now + hour).toISOString() },
  });
  const link = await server.lastLink(next);
  expect(`${link.origin}${link.pathname}`).toBe('http://localhost:3000/admin/change-email');
  expect(await server.subjects(ada)).toEqual([
    'Your account on localhost:3000 is to get another email address',
  ]);
  const notice = await server.lastMail(ada);
  expect(notice.text).not.toContain('token=');
  expect(notice.text).toContain('cancel');
  expect(notice.text).not.toContain(next);

  const done = await confirm(server, link.searchParams.get('token') ?? '');
  expect(done).toMatchObject({ status: 200, body: { user: { id, email: next, emailVerified: true } } });
  // Without a name the account is called by an address, and this mail must not show the old one.
  const confirmation = await server.lastMail(next);
  expect(confirmation.text).toContain(`Hello ${next},`);
  expect(confirmation.text).not.toContain(ada);
  expect((await server.subjects(ada)).at(-1)).toBe(
    'Your account on localhost:3000 has another email address',
  );
  expect((await client.get(path)).body).toEqual({ emailChange: null });
  expect(await logIn(server, ada)).toBe(401);
  expect(await logIn(server, next)).toBe(200);
  expect((await auditTypes(stage)).toSorted()).toEqual(['email.change.requested', 'email.changed']);
});

test('the session that asked goes on, others end, and so do links to the old address', async () => {
  const stage = await stageOf();
  const { server, client } = stage;
  const other = await server.signedIn(ada);
  await server.client().post('/api/auth/forgot-password', { email: ada });
  const reset = await server.lastToken(ada);
  await confirm(server, await askedToken(stage));
  expect((await client.get('/api/auth/me')).body.user.email).toBe(next);
  expect((await other.get('/api/auth/me')).status).toBe(401);
  const late = await server.client().post('/api/auth/reset-password', { token: reset, password: better });
  expect(late).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
});

test('needs the current password, whose failures count to the lock', async () => {
  const { client } = await stageOf();
  const wrong = await ask(client, { currentPassword: 'Wrong-Horse-7-Battery' });
  expect(wrong).toMatchObject({
    status: 401,
    body: { code: 'INVALID_CREDENTIALS', error: 'The current password is wrong.' },
  });
  for (let guess = 0; guess < 4; guess += 1) await ask(client, { currentPassword: `Wrong-Horse-${guess}` });
  expect((await ask(client)).status).toBe(423);
});

test.each([
  { body: { newEmail: ada }, path: 'newEmail' },
  { body: { newEmail: 'ADA@example.com ' }, path: 'newEmail' },
  { body: { newEmail: 'nothing' }, path: 'newEmail' },
  { body: { newEmail: `a\u0000@example.org` }, path: 'newEmail' },
  { body: { email: next }, path: 'email' },
])('refuses $body', async ({ body, path: place }) => {
  const { client } = await stageOf();
  const { status, body: refused } = await ask(client, body);
  expect(status).toBe(400);
  expect(refused.details[0].path).toBe(place);
});

test('a taken address gets the same response, and only its owner learns of it', async () => {
  const stage = await stageOf();
  const { server, client } = stage;
  const owner = 'owner@example.com';
  await server.addUser(owner);
  const free = await ask(client);
  const taken = await ask(client, { newEmail: owner });
  expect({ status: taken.status, body: taken.body }).toEqual({ status: free.status, body: free.body });
  expect([...taken.headers.keys()]).toEqual([...free.headers.keys()]);
  expect((await client.get(path)).body.emailChange.newEmail).toBe(owner);
  expect(await server.subjects(owner)).toEqual(['You already have an account on localhost:3000']);
  expect((await server.lastMail(owner)).text).not.toContain('token=');
  // A notice of the same kind a day, however many ask.
  await ask(client, { newEmail: owner });
  expect(await server.subjects(owner)).toHaveLength(1);
});

test('of two who ask for the same address one gets it, and the other keeps theirs', async () => {
  const stage = await stageOf();
  const { server } = stage;
  const bob = 'bob@example.com';
  await server.addUser(bob);
  const first = await askedToken(stage);
  await ask(await server.signedIn(bob));
  const second = await server.lastToken(next);
  const others = { [ada]: await server.signedIn(ada), [bob]: await server.signedIn(bob) };
  const answers = await Promise.all([confirm(server, first), confirm(server, second)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const loser = answers[0]?.status === 409 ? ada : bob;
  expect((await others[loser]?.get('/api/auth/me'))?.status).toBe(200);
  expect(await logIn(server, loser)).toBe(200);
  expect(await logIn(server, next)).toBe(200);
});

test('twenty at once use a token exactly once', async () => {
  const stage = await stageOf();
  const token = await askedToken(stage);
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(stage.server, token)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    200,
    ...Array.from({ length: 19 }, () => 400),
  ]);
});

test.each([
  {
    by: 'another request',
    end: async ({ client }: Stage) => ask(client, { newEmail: 'third@example.org' }),
  },
  { by: 'its user', end: async ({ client }: Stage) => client.delete(path) },
  {
    by: 'an hour',
    end: async ({ server }: Stage) => {
      server.time.now += hour;
    },
  },
  {
    by: 'a change of the password',
    end: async ({ client }: Stage) =>
      client.post('/api/auth/change-password', { currentPassword: password, newPassword: better }),
  },
  {
    by: 'a reset of the password',
    end: async ({ server }: Stage) => {
      await server.client().post('/api/auth/forgot-password', { email: ada });
      const token = await server.lastToken(ada);
      await server.client().post('/api/auth/reset-password', { token, password: better });
    },
  },
  {
    by: 'the end of the account',
    end: async ({ server, id }: Stage) => (await server.signedIn()).delete(`/api/users/${id}`),
  },
])('a link is ended by $by', async ({ end }) => {
  const stage = await stageOf();
  const token = await askedToken(stage);
  await end(stage);
  const late = await confirm(stage.server, token);
  expect(late).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
  expect(await logIn(stage.server, next)).toBe(401);
});

/** Holds the next check of a password after its hash, as the queue of hashes does. */
function heldCheck({ services: { passwords } }: MailedServer): {
  readonly reached: Promise<void>;
  release(): void;
} {
  const { verify } = passwords;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    Object.assign(passwords, {
      async verify(...given: Parameters<typeof verify>) {
        Object.assign(passwords, { verify });
        const verified = await verify(...given);
        resolve();
        await released;
        return verified;
      },
    });
  });
  return { reached, release: () => release() };
}

async function resetPassword(server: MailedServer): Promise<Sent> {
  await server.client().post('/api/auth/forgot-password', { email: ada });
  const token = await server.lastToken(ada);
  return server.client().post('/api/auth/reset-password', { token, password: better });
}

function changePassword(client: AuthClient): Promise<Sent> {
  return client.post('/api/auth/change-password', { currentPassword: password, newPassword: better });
}

test.each([
  {
    event: 'the password is reset',
    happen: async ({ server }: Stage) => resetPassword(server),
    refused: {
      code: 'INVALID_CREDENTIALS',
      error: 'The current password is wrong: it was changed just now.',
    },
  },
  {
    event: 'the sessions are ended',
    happen: async ({ client }: Stage) => client.delete('/api/auth/sessions'),
    refused: { code: 'UNAUTHENTICATED', error: 'The session has ended; log in again.' },
  },
])('a request is refused if $event while its password is checked', async ({ happen, refused }) => {
  const stage = await stageOf({ alone: true });
  const { server, id } = stage;
  const intruder = await server.signedIn(ada);
  const check = heldCheck(server);
  const asked = ask(intruder);
  await check.reached;
  expect((await happen(stage)).status).toBe(200);
  check.release();
  expect(await asked).toMatchObject({ status: 401, body: refused });
  const { links, driver } = server.services;
  expect(await links.openOf(driver, 'change-email', id)).toBeNull();
  expect(await server.subjects(next)).toEqual([]);
  expect(await auditTypes(stage)).toEqual([]);
});

test.each([
  { of: 'changed', renew: async ({ client }: Stage, _: string) => changePassword(client) },
  {
    of: 'reset',
    renew: async ({ server }: Stage, token: string) =>
      server.client().post('/api/auth/reset-password', { token, password: better }),
  },
])('no change is open once the password is $of, whatever the order of requests', async ({ renew }) => {
  const stage = await stageOf();
  const { server, id } = stage;
  await server.client().post('/api/auth/forgot-password', { email: ada });
  const token = await server.lastToken(ada);
  const intruders = [await server.signedIn(ada), await server.signedIn(ada), await server.signedIn(ada)];
  const [first, ...others] = intruders.map((intruder) => () => ask(intruder));
  const [, renewed] = await Promise.all([first?.(), renew(stage, token), ...others.map((send) => send())]);
  expect(renewed.status).toBe(200);
  const { links, driver } = server.services;
  expect(await links.openOf(driver, 'change-email', id)).toBeNull();
});

test('a cancelled change is gone, and cancelling nothing is no error', async () => {
  const stage = await stageOf();
  await askedToken(stage);
  for (let time = 0; time < 2; time += 1) {
    expect((await stage.client.delete(path)).status).toBe(200);
    expect((await stage.client.get(path)).body).toEqual({ emailChange: null });
  }
  expect((await auditTypes(stage)).toSorted()).toEqual(['email.change.cancelled', 'email.change.requested']);
});

test('the token is stored as a hash, and the queue of mails does not show it', async () => {
  const stage = await stageOf();
  const token = await askedToken(stage);
  const { driver } = stage.server.services;
  for (const table of ['_svc_link_tokens', '_svc_outbox', '_svc_audit_log'])
    expect(JSON.stringify(await driver.all(`SELECT * FROM ${table}`, [])), table).not.toContain(token);
});

test('three requests an hour of an account, and three mails an hour to an address', async () => {
  const rateLimit = { mail: { max: 1000, windowSeconds: 60 } };
  const { server, client } = await stageOf({ auth: { rateLimit } });
  for (let time = 0; time < 3; time += 1) expect((await ask(client)).status).toBe(200);
  expect(await ask(client)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  expect(await server.subjects(ada)).toHaveLength(3);
  await server.addUser('bob@example.com');
  expect((await ask(await server.signedIn('bob@example.com'))).status).toBe(200);
  expect(await server.subjects(next)).toHaveLength(3);
});

test('needs a session: neither a key nor nobody may ask', async () => {
  const { server } = await stageOf();
  const admin = await server.signedIn();
  const { key } = (await admin.post('/api/auth/api-keys', { name: 'Build', role: 'editor' })).body;
  const headers = { 'x-api-key': key };
  const body = { currentPassword: password, newEmail: next };
  expect((await server.client().post(path, body, headers)).status).toBe(403);
  expect((await server.client().get(path, headers)).status).toBe(403);
  expect((await server.client().delete(path, headers)).status).toBe(403);
  expect((await server.client().post(path, body)).status).toBe(401);
});

test('an account that was not verified is, by the link', async () => {
  const server = await startMailedServer({ auth: { emailVerification: false } });
  await server.addUser(ada, { verified: false });
  const client = await server.signedIn(ada);
  const { id } = (await client.get('/api/auth/me')).body.user;
  const stage = { server, client, id };
  const { body } = await confirm(server, await askedToken(stage));
  expect(body.user).toMatchObject({ email: next, emailVerified: true });
  expect(await auditTypes(stage)).toContain('email.verified');
});

test('hooks of users run for the change, and a failing one leaves the link good', async () => {
  const seen: unknown[] = [];
  let refuses = true;
  const server = await startMailedServer({
    config: {
      collections: [
        {
          slug: 'users',
          fields: [],
          hooks: {
            beforeChange: [
              ({ data }) => {
                if (refuses && data['email'] === next) throw new Error('not today');
                return data;
              },
            ],
            afterChange: [({ document }) => void seen.push(document['email'])],
          },
        },
      ],
    },
  });
  const { id } = await server.addUser(ada);
  const token = await askedToken({ server, id, client: await server.signedIn(ada) });
  const other = await server.signedIn(ada);
  expect((await confirm(server, token)).status).toBe(500);
  expect((await other.get('/api/auth/me')).status).toBe(200);
  expect(await logIn(server, ada)).toBe(200);
  refuses = false;
  expect((await confirm(server, token)).status).toBe(200);
  expect((await other.get('/api/auth/me')).status).toBe(401);
  expect(seen).toEqual([next]);
});

test('a session store that is away when the sessions are to end leaves the link good', async () => {
  const stage = await stageOf({ alone: true });
  const { server, client } = stage;
  const token = await askedToken(stage);
  const { sessions } = server.services;
  const { revokeOthers } = sessions;
  Object.assign(sessions, {
    revokeOthers: async () => {
      throw new ServiceError('UNAVAILABLE', reason('sessionStore.notResponding'));
    },
  });
  expect((await confirm(server, token)).status).toBe(503);
  expect((await client.get('/api/auth/me')).body.user.email).toBe(ada);
  Object.assign(sessions, { revokeOthers });
  expect((await confirm(server, token)).status).toBe(200);
});

test('a mail server that is away changes nothing about the request; the mail follows', async () => {
  const refused = new Error('connection refused');
  const sent: string[] = [];
  let isAway = true;
  const server = await startMailedServer({
    config: {
      email: {
        transport: {
          sendMail: async ({ to }) => {
            if (isAway) throw refused;
            sent.push(to.address);
          },
        },
      },
    },
  });
  await server.addUser(ada);
  expect((await ask(await server.signedIn(ada))).status).toBe(200);
  await server.mails();
  expect(sent).toEqual([]);
  isAway = false;
  server.time.now += 10 * 60_000;
  await server.mails();
  expect(sent.toSorted()).toEqual([ada, next]);
});

test('the page asks first, in the language of the browser, and then leads to the login', async () => {
  const stage = await stageOf();
  const token = await askedToken(stage);
  const browser = stage.server.client();
  const html = { accept: 'text/html', 'accept-language': 'de' };
  const page = await browser.get(`/admin/change-email?token=${token}`, html);
  expect(page.status).toBe(200);
  expect(page.body).toContain('Bestätigen Sie Ihre neue E-Mail-Adresse');
  expect(page.body).toContain(next);
  expect((await stage.client.get('/api/auth/me')).body.user.email).toBe(ada);
  const form = { ...html, 'content-type': 'application/x-www-form-urlencoded' };
  const send = () => browser.send('POST', '/admin/change-email', `token=${token}`, form);
  const done = await send();
  expect(done.status).toBe(303);
  expect(done.headers.get('location')).toBe('/admin/login?done=email-changed');
  expect((await stage.client.get('/api/auth/me')).body.user.email).toBe(next);
  expect((await send()).status).toBe(400);
});
