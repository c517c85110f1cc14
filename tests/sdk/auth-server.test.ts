/**
 * The SDK of authentication against a server, over HTTP; every call is also checked against the OpenAPI
 * document.
 */
import { expect, test } from 'vitest';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import type { ClientOptions } from '../../templates/sdk/options.js';
import { type MailedServer, startMailedServer } from '../auth/support/mailed-server.js';
import { adminEmail, minute, password, secret } from '../support/auth-server.js';
import type { AccountsClient } from './accounts-client.js';
import { emittedClients } from './emitted-client.js';

const config: ServiceConfig = {
  collections: [
    { slug: 'users', fields: [{ name: 'city', type: 'text' }] },
    { slug: 'notes', drafts: false, fields: [{ name: 'title', type: 'text', required: true }] },
  ],
};

interface Started {
  readonly server: MailedServer;
  readonly seen: ReadonlySet<string>;
  client(options?: Partial<ClientOptions>): AccountsClient;
  /** A client with a session of the administrator, or of a new user with a role. */
  signedIn(role?: string): Promise<AccountsClient>;
}

async function start(): Promise<Started> {
  const server = await startMailedServer({ config, auth: { registration: { enabled: false } } });
  const clients = await emittedClients<AccountsClient>(
    { ...config, auth: { secret } },
    { baseUrl: server.url },
  );
  let users = 0;
  return {
    server,
    seen: clients.seen,
    client: clients.create,
    async signedIn(role) {
      const email = role === undefined ? adminEmail : `user${++users}@example.com`;
      if (role !== undefined) await server.addUser(email, { role });
      const client = clients.create();
      await client.auth.login({ email, password });
      return client;
    },
  };
}

const email = 'ada@example.com';
const newPassword = 'Another-Horse-8-Battery';

test('an account from its registration to a login', async () => {
  const { client, server, signedIn } = await start();
  const admin = await signedIn();
  expect(await client().auth.config()).toMatchObject({ registrationEnabled: false, magicLink: true });
  const refused = await client().safe.auth.register({ email, password });
  expect(refused.error).toMatchObject({ code: 'FORBIDDEN', status: 403 });
  expect(await admin.globals.system.update({ enableRegistration: true })).toEqual({
    enableRegistration: true,
    defaultRegistrationRole: 'customer',
  });
  expect(await admin.globals.system.get()).toMatchObject({ enableRegistration: true });

  const ada = client();
  const { user } = await ada.auth.register({ email, password, name: 'Ada' });
  expect(user).toMatchObject({ email, name: 'Ada', role: 'customer', emailVerified: false });
  const early = await ada.safe.auth.login({ email, password });
  expect(early.error).toMatchObject({ code: 'EMAIL_NOT_VERIFIED', status: 403 });
  await ada.auth.verifyEmailResend({ email });
  const unknown = await ada.safe.auth.verifyEmail({ token: 'x'.repeat(43) });
  expect(unknown.error).toMatchObject({ code: 'INVALID_TOKEN', status: 400 });
  expect((await ada.auth.verifyEmail({ token: await server.lastToken(email) })).user.emailVerified).toBe(
    true,
  );
  await ada.auth.login({ email, password });
  expect(await ada.auth.me()).toMatchObject({ user: { email, city: null } });
  await ada.auth.logout();
  expect(await ada.auth.me()).toEqual({ user: null });
});

test('a session is kept, renewed when its token is over, and ended', async () => {
  const { server, seen, signedIn } = await start();
  const author = await signedIn('author');
  const other = await signedIn('author');
  const { id } = await author.notes.create({ title: 'One' });
  server.time.now += 16 * minute;
  expect((await author.notes.update(id, { title: 'Two' })).title).toBe('Two');
  expect(seen).toContain('POST /api/auth/refresh 200');
  expect(seen).toContain('PATCH /api/notes/{id} 401');

  const { sessions } = await author.auth.sessions.list();
  expect(sessions).toHaveLength(1);
  expect(await author.auth.sessions.revokeOthers()).toMatchObject({ revoked: 0 });
  const unknown = await author.safe.auth.sessions.revoke('unknown');
  expect(unknown.error?.code).toBe('NOT_FOUND');
  await author.auth.sessions.revoke(sessions[0]?.id ?? '');
  expect((await author.safe.notes.create({ title: 'Three' })).error?.code).toBe('FORBIDDEN');
  // The session of another user is not affected.
  expect((await other.notes.create({ title: 'Four' })).title).toBe('Four');
});

test('a call without a session is refused, with one of a right role it is not', async () => {
  const { client, signedIn } = await start();
  expect((await client().safe.notes.create({ title: 'x' })).error).toMatchObject({
    code: 'FORBIDDEN',
    status: 403,
  });
  expect((await client().notes.find()).docs).toEqual([]);
  const author = await signedIn('author');
  await author.notes.create({ title: 'x' });
  expect(await client().notes.count()).toBe(1);
});

test('five wrong passwords lock an account, and an administrator unlocks it', async () => {
  const { client, server, signedIn } = await start();
  const { id } = await server.addUser(email);
  const stranger = client();
  const wrong = { email, password: newPassword };
  for (let count = 0; count < 5; count++) {
    expect((await stranger.safe.auth.login(wrong)).error?.code).toBe('INVALID_CREDENTIALS');
  }
  const { error } = await stranger.safe.auth.login({ email, password });
  expect(error).toMatchObject({ code: 'ACCOUNT_LOCKED', status: 423 });
  expect(error?.retryAfter).toBeGreaterThan(0);
  const admin = await signedIn();
  await admin.users.unlock(id);
  await stranger.auth.login({ email, password });
  expect((await admin.users.sessions(id)).sessions).toHaveLength(1);
  expect(await admin.users.revokeSessions(id)).toMatchObject({ revoked: 1 });
  const log = await admin.auth.auditLog({ type: 'login.failure', userId: id, limit: 2 });
  expect(log.docs).toHaveLength(2);
  expect(log.totalDocs).toBeGreaterThanOrEqual(5);
});

test('passwords are changed, and reset by mail', async () => {
  const { client, server, signedIn } = await start();
  const author = await signedIn('author');
  const wrong = await author.safe.auth.changePassword({ currentPassword: 'x', newPassword });
  expect(wrong.error).toMatchObject({ code: 'INVALID_CREDENTIALS', status: 401 });
  const weak = await author.safe.auth.changePassword({ currentPassword: password, newPassword: 'short' });
  expect(weak.error).toMatchObject({ code: 'BAD_USER_INPUT' });
  const changed = await author.auth.changePassword({ currentPassword: password, newPassword });
  expect((await author.auth.me()).session?.id).toBe(changed.session.id);
  expect(await server.subjects('user1@example.com')).toHaveLength(1);

  await server.addUser(email);
  await client().auth.forgotPassword({ email });
  await client().auth.resetPassword({ token: await server.lastToken(email), password: newPassword });
  await client().auth.login({ email, password: newPassword });
});

test('a link by mail logs in', async () => {
  const { client, server } = await start();
  await server.addUser(email);
  const ada = client();
  await ada.auth.magicLink.request({ email });
  expect((await ada.auth.magicLink.verify({ token: await server.lastToken(email) })).user).toMatchObject({
    email,
  });
  expect(await ada.auth.me()).toMatchObject({ user: { email } });
  const wrong = await client().safe.auth.magicLink.verify({ email, code: 'ABCD2345' });
  expect(wrong.error?.code).toBe('INVALID_TOKEN');
});

test('invitations are made, sent again, accepted and taken back', async () => {
  const { client, server, signedIn } = await start();
  const { auth, safe } = await signedIn();
  const { invite } = await auth.invites.create({ email, role: 'customer', name: 'Ada' });
  expect(invite).toMatchObject({ email, role: 'customer', status: 'pending' });
  expect((await safe.auth.invites.create({ email, role: 'customer' })).error?.code).toBe('CONFLICT');
  expect((await auth.invites.resend(invite.id)).invite.id).toBe(invite.id);
  const accepted = await client().auth.acceptInvite({ token: await server.lastToken(email), password });
  expect(accepted.user).toMatchObject({ email, emailVerified: true });
  expect((await auth.invites.list({ limit: 5 })).docs).toMatchObject([{ status: 'accepted' }]);
  const other = await auth.invites.create({ email: 'bob@example.com', role: 'customer' });
  await auth.invites.revoke(other.invite.id);
});

test('API keys are shown once, work, and end', async () => {
  const { client, signedIn } = await start();
  const { auth, safe } = await signedIn();
  const { apiKey, key } = await auth.apiKeys.create({
    name: 'Build',
    scopes: ['notes:create', 'notes:read'],
  });
  const machine = client({ apiKey: key });
  expect((await machine.notes.create({ title: 'x' })).title).toBe('x');
  expect((await machine.safe.users.find()).error?.code).toBe('FORBIDDEN');
  expect(await machine.auth.me()).toEqual({
    user: null,
    apiKey: { id: apiKey.id, name: 'Build', role: null, scopes: ['notes:create', 'notes:read'] },
  });
  expect((await machine.safe.auth.apiKeys.list()).error?.code).toBe('FORBIDDEN');

  expect((await auth.apiKeys.get(apiKey.id)).apiKey.prefix).toBe(key.slice(0, 12));
  expect((await auth.apiKeys.update(apiKey.id, { name: 'Deploy' })).apiKey.name).toBe('Deploy');
  const rotated = await auth.apiKeys.rotate(apiKey.id);
  const ids = (await auth.apiKeys.list()).docs.map(({ id }) => id);
  expect(ids).toContain(rotated.apiKey.id);
  expect((await machine.safe.notes.find()).error).toMatchObject({ code: 'UNAUTHENTICATED', status: 401 });
  await auth.apiKeys.revoke(rotated.apiKey.id);
  expect((await safe.auth.apiKeys.get(rotated.apiKey.id)).error?.code).toBe('NOT_FOUND');
});

test('administrators manage users; everybody manages themselves', async () => {
  const { signedIn } = await start();
  const admin = await signedIn();
  const made = await admin.users.create({ email, password, role: 'customer', name: 'Ada' });
  expect(made).toMatchObject({ email, emailVerified: true, role: 'customer' });
  expect(await admin.users.findById(made.id)).toMatchObject({ email });
  expect((await admin.users.find({ where: { email } })).docs).toMatchObject([{ id: made.id }]);
  expect(await admin.users.count()).toBe(2);
  const emails: string[] = [];
  for await (const user of admin.users.iterate({ sort: 'email' })) emails.push(user.email);
  expect(emails).toEqual([email, adminEmail].sort());
  const changed = await admin.users.update(made.id, { name: 'Countess' }, { ifMatch: made._revision });
  expect(changed.name).toBe('Countess');
  const late = await admin.safe.users.update(made.id, { name: 'x' }, { ifMatch: made._revision });
  expect(late.error).toMatchObject({ code: 'CONFLICT', currentRevision: changed._revision });
  const taken = await admin.safe.users.create({ email, password });
  expect(taken.error).toMatchObject({ code: 'CONFLICT', details: [{ path: 'email' }] });
  expect(taken.error?.currentRevision).toBeUndefined();

  const customer = await signedIn('customer');
  const { user } = await customer.auth.me();
  expect((await customer.users.update(user?.id ?? '', { name: 'Me' })).name).toBe('Me');
  expect((await customer.safe.users.find()).error?.code).toBe('FORBIDDEN');
  expect((await customer.safe.users.update(user?.id ?? '', { role: 'super_admin' })).error?.code).toBe(
    'FORBIDDEN',
  );
  expect((await customer.safe.globals.system.get()).error?.code).toBe('FORBIDDEN');
  await admin.users.delete(made.id);
  expect((await admin.safe.users.findById(made.id)).error?.code).toBe('NOT_FOUND');
});

test('the same in process, without a socket', async () => {
  const { server } = await start();
  const clients = await emittedClients<AccountsClient>(
    { ...config, auth: { secret } },
    { baseUrl: 'http://localhost:3000', fetch: (request) => server.app.fetch(request as Request) },
  );
  const client = clients.create();
  await client.auth.login({ email: adminEmail, password });
  expect((await client.users.find()).docs).toHaveLength(1);
});
