/** The action that writes each type of audit entry (docs/spec/auth.md#audit-log), on a running server. */
import { describe, expect, test } from 'vitest';
import { newSession } from '../../runtime/auth/sessions/session-service.js';
import { type AuditType, auditTypes } from '../../runtime/codegen/audit-types.js';
import type { AuthConfig } from '../../runtime/config/auth-config.js';
import { type Answered, type AuthClient, minute, password } from '../support/auth-server.js';
import { type MailedServer, startMailedServer } from './support/mailed-server.js';

const adaEmail = 'ada@example.com';
const better = 'Better-Horse-8-Battery';

interface Stage {
  readonly server: MailedServer;
  readonly admin: AuthClient;
  readonly adminId: string;
  readonly adaId: string;
}

/**
 * The properties of an entry except its type, time and origin. If an action writes several entries, the last
 * one.
 */
interface Written {
  readonly outcome: 'success' | 'failure';
  readonly userId: string | null;
  readonly actorId?: string | null;
  readonly sessionId?: unknown;
  readonly reason?: unknown;
}

type Scene = (stage: Stage) => Promise<Written>;

async function logIn(server: MailedServer, typed: string): Promise<Answered> {
  return (await server.client().post('/api/auth/login', { email: adaEmail, password: typed })).body;
}

async function fail(server: MailedServer, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await logIn(server, 'Wrong-Horse-7-Battery');
}

async function sessionOf(client: AuthClient): Promise<string> {
  return (await client.get('/api/auth/me')).body.session.id;
}

/** An entry with the administrator as both actor and subject. */
function own({ adminId }: Stage, more: Partial<Written> = {}): Written {
  return { outcome: 'success', userId: adminId, actorId: adminId, ...more };
}

async function createKey({ admin }: Stage): Promise<string> {
  return (await admin.post('/api/auth/api-keys', { name: 'ci', role: 'editor' })).body.apiKey.id;
}

async function planned({ admin, server }: Stage): Promise<string> {
  const draft = await admin.post('/api/posts', { title: 'Soon' }, { 'x-draft': 'true' });
  const publishAt = new Date(server.time.now + minute).toISOString();
  await admin.post(`/api/posts/${draft.body.id}/publish`, { publishAt });
  return draft.body.id;
}

async function invite({ admin }: Stage, email: string): Promise<void> {
  await admin.post('/api/auth/invites', { email, role: 'author' });
}

async function post({ admin }: Stage): Promise<string> {
  return (await admin.post('/api/posts', { title: 'Written' })).body.id;
}

/** An entry of the administrator about a post. */
function ofPost(stage: Stage, id: string): Written {
  return { ...own(stage), userId: null, reason: `collection posts ${id}` };
}

const scenes: Readonly<Record<AuditType, Scene>> = {
  'login.success': async ({ server, adaId }) => {
    const { session } = await logIn(server, password);
    return { outcome: 'success', userId: adaId, actorId: adaId, sessionId: session.id };
  },
  'login.failure': async ({ server, adaId }) => {
    await fail(server, 1);
    return { outcome: 'failure', userId: adaId, reason: 'login' };
  },
  'login.locked': async ({ server }) => {
    await fail(server, 6);
    return { outcome: 'failure', userId: null, reason: 'login while locked' };
  },
  logout: async ({ server, adaId }) => {
    const ada = await server.signedIn(adaEmail);
    const sessionId = await sessionOf(ada);
    await ada.post('/api/auth/logout');
    return { outcome: 'success', userId: adaId, actorId: adaId, sessionId };
  },
  'session.revoked': async ({ server, adaId }) => {
    const [ada, other] = [await server.signedIn(adaEmail), await server.signedIn(adaEmail)];
    const sessionId = await sessionOf(other);
    await ada.delete(`/api/auth/sessions/${sessionId}`);
    return { outcome: 'success', userId: adaId, actorId: adaId, sessionId };
  },
  'refresh.reuse': async ({ server, adaId }) => {
    const ada = await server.signedIn(adaEmail);
    const sessionId = await sessionOf(ada);
    const stolen = new Map(ada.jar);
    await ada.post('/api/auth/refresh');
    server.time.now += minute;
    const thief = server.client();
    for (const [name, value] of stolen) thief.jar.set(name, value);
    await thief.post('/api/auth/refresh');
    return { outcome: 'failure', userId: adaId, sessionId };
  },
  'password.changed': async ({ server, adaId }) => {
    const ada = await server.signedIn(adaEmail);
    const sessionId = await sessionOf(ada);
    await ada.post('/api/auth/change-password', { currentPassword: password, newPassword: better });
    return { outcome: 'success', userId: adaId, actorId: adaId, sessionId };
  },
  'password.reset.requested': async ({ server, adaId }) => {
    await server.client().post('/api/auth/forgot-password', { email: adaEmail });
    return { outcome: 'success', userId: adaId };
  },
  'password.reset': async ({ server, adaId }) => {
    await server.client().post('/api/auth/forgot-password', { email: adaEmail });
    const token = await server.lastToken(adaEmail);
    await server.client().post('/api/auth/reset-password', { token, password: better });
    return { outcome: 'success', userId: adaId };
  },
  'email.verified': async ({ server }) => {
    await server.client().post('/api/auth/register', { email: 'new@example.com', password });
    const token = await server.lastToken('new@example.com');
    const { body } = await server.client().post('/api/auth/verify-email', { token });
    return { outcome: 'success', userId: body.user.id };
  },
  'email.change.requested': async ({ server, adaId }) => {
    const ada = await server.signedIn(adaEmail);
    const sessionId = await sessionOf(ada);
    await ada.post('/api/auth/email-change', { currentPassword: password, newEmail: 'ada@example.org' });
    return { outcome: 'success', userId: adaId, actorId: adaId, sessionId };
  },
  'email.change.cancelled': async ({ server, adaId }) => {
    const ada = await server.signedIn(adaEmail);
    const sessionId = await sessionOf(ada);
    await ada.post('/api/auth/email-change', { currentPassword: password, newEmail: 'ada@example.org' });
    await ada.delete('/api/auth/email-change');
    return { outcome: 'success', userId: adaId, actorId: adaId, sessionId };
  },
  'email.changed': async ({ server, adaId }) => {
    const ada = await server.signedIn(adaEmail);
    await ada.post('/api/auth/email-change', { currentPassword: password, newEmail: 'ada@example.org' });
    const token = await server.lastToken('ada@example.org');
    await server.client().post('/api/auth/email-change/confirm', { token });
    return { outcome: 'success', userId: adaId, actorId: adaId };
  },
  'role.changed': async ({ admin, adminId, adaId }) => {
    await admin.send('PATCH', `/api/users/${adaId}`, { role: 'author' });
    return { outcome: 'success', userId: adaId, actorId: adminId, reason: 'customer to author' };
  },
  'document.created': async (stage) => ofPost(stage, await post(stage)),
  'document.changed': async (stage) => {
    const id = await post(stage);
    await stage.admin.send('PATCH', `/api/posts/${id}`, { title: 'Changed' });
    return ofPost(stage, id);
  },
  'document.published': async (stage) => {
    const { body } = await stage.admin.post('/api/posts', { title: 'Draft' }, { 'x-draft': 'true' });
    await stage.admin.post(`/api/posts/${body.id}/publish`, {});
    return ofPost(stage, body.id);
  },
  'document.unpublished': async (stage) => {
    const id = await post(stage);
    await stage.admin.post(`/api/posts/${id}/unpublish`, {});
    return ofPost(stage, id);
  },
  'document.discarded': async (stage) => {
    const id = await post(stage);
    await stage.admin.send('PATCH', `/api/posts/${id}`, { title: 'Draft' }, { 'x-draft': 'true' });
    await stage.admin.delete(`/api/posts/${id}/draft`);
    return ofPost(stage, id);
  },
  'document.restored': async (stage) => {
    const id = await post(stage);
    await stage.admin.delete(`/api/posts/${id}`);
    await stage.admin.post(`/api/posts/${id}/restore`, {});
    return ofPost(stage, id);
  },
  'document.deleted': async (stage) => {
    const id = await post(stage);
    await stage.admin.delete(`/api/posts/${id}`);
    return ofPost(stage, id);
  },
  'apikey.created': async (stage) => own(stage, { reason: await createKey(stage) }),
  'apikey.rotated': async (stage) => {
    const id = await createKey(stage);
    const { body } = await stage.admin.post(`/api/auth/api-keys/${id}/rotate`, {});
    return own(stage, { reason: `${id} to ${body.apiKey.id}` });
  },
  'apikey.revoked': async (stage) => {
    const id = await createKey(stage);
    await stage.admin.delete(`/api/auth/api-keys/${id}`);
    return own(stage, { reason: id });
  },
  'invite.created': async (stage) => {
    await invite(stage, 'new@example.com');
    return { outcome: 'success', userId: null, actorId: stage.adminId };
  },
  'invite.accepted': async (stage) => {
    await invite(stage, 'new@example.com');
    const token = await stage.server.lastToken('new@example.com');
    const { body } = await stage.server.client().post('/api/auth/accept-invite', { token, password });
    return { outcome: 'success', userId: body.user.id, actorId: body.user.id };
  },
  'document.purged': async (stage) => {
    const { body } = await stage.admin.post('/api/posts', { title: 'Gone' });
    await stage.admin.delete(`/api/posts/${body.id}?permanent=true`);
    return { ...own(stage), userId: null, reason: `collection posts ${body.id}` };
  },
  'schedule.set': async (stage) => {
    const id = await planned(stage);
    return { ...own(stage), userId: null, reason: expect.stringContaining(`collection posts ${id}`) };
  },
  'schedule.cancelled': async (stage) => {
    const id = await planned(stage);
    await stage.admin.delete(`/api/posts/${id}/schedule`);
    return { ...own(stage), userId: null, reason: `collection posts ${id}` };
  },
  'schedule.done': async (stage) => {
    const id = await planned(stage);
    stage.server.time.now += minute;
    await stage.server.store.parts?.get('schedule')?.work?.run();
    return { ...own(stage), userId: null, reason: `publish collection posts ${id}` };
  },
  'documents.bulk': async (stage) => {
    const operations = [{ op: 'create', data: { title: 'One' } }];
    await stage.admin.post('/api/posts/bulk', { operations });
    return { ...own(stage), userId: null, reason: 'posts: 1 changed, 0 unchanged, 0 failed' };
  },
  'preview.token': async (stage) => {
    const { body } = await stage.admin.post('/api/posts', { title: 'Shown' });
    await stage.admin.post(`/api/posts/${body.id}/preview-token`, {});
    return { ...own(stage), userId: null, reason: `collection posts ${body.id}` };
  },
  'user.created': async ({ admin, adminId }) => {
    const sent = { email: 'new@example.com', password, role: 'author' };
    const { body } = await admin.post('/api/users', sent);
    const sessionId = await sessionOf(admin);
    return { outcome: 'success', userId: body.id, actorId: adminId, sessionId, reason: 'author' };
  },
  'user.deleted': async ({ admin, adminId, adaId }) => {
    await admin.delete(`/api/users/${adaId}`);
    const sessionId = await sessionOf(admin);
    return { outcome: 'success', userId: adaId, actorId: adminId, sessionId, reason: 'customer' };
  },
  'user.unlocked': async ({ server, admin, adminId, adaId }) => {
    await fail(server, 5);
    await admin.post(`/api/users/${adaId}/unlock`);
    return { outcome: 'success', userId: adaId, actorId: adminId, sessionId: await sessionOf(admin) };
  },
  'settings.changed': async ({ admin, adminId }) => {
    const change = { enableRegistration: true, defaultRegistrationRole: 'author' };
    await admin.send('PATCH', '/api/globals/system', change);
    const sessionId = await sessionOf(admin);
    const reason = 'enableRegistration true, defaultRegistrationRole author';
    return { outcome: 'success', userId: null, actorId: adminId, sessionId, reason };
  },
  'limit.exceeded': async ({ server }) => {
    const look = () => server.client().get('/api/auth/verify-email?token=nonsense');
    for (let time = 1; time <= 5; time += 1) await look();
    return { outcome: 'failure', userId: null, actorId: null, reason: 'GET /api/auth/verify-email' };
  },
  'system.write': async ({ server }) => {
    const created = await server.app.local.as('system')['posts']?.create({ title: 'By a program' });
    return {
      outcome: 'success',
      userId: null,
      actorId: 'system',
      sessionId: null,
      reason: `create posts ${created?.id}`,
    };
  },
  'access.denied': async ({ server, adaId }) => {
    const ada = await server.signedIn(adaEmail);
    await ada.get('/api/auth/audit-log');
    const reason = 'GET /api/auth/audit-log';
    return { outcome: 'failure', userId: adaId, actorId: adaId, sessionId: await sessionOf(ada), reason };
  },
};

async function setStage(auth: Partial<AuthConfig> = {}): Promise<Stage> {
  const server = await startMailedServer({
    auth,
    config: {
      collections: [{ slug: 'posts', trash: true, fields: [{ name: 'title', type: 'text' }] }],
    },
  });
  const { id: adaId } = await server.addUser(adaEmail);
  const admin = await server.signedIn();
  const { body } = await admin.get('/api/auth/me');
  return { server, admin, adminId: body.user.id, adaId };
}

async function entriesOf({ server }: Stage, type: AuditType): Promise<Answered> {
  const reader = await server.signedIn();
  return (await reader.get(`/api/auth/audit-log?type=${type}`)).body.docs;
}

/** Types that the service writes by itself, outside of a request. */
const unrequested: ReadonlySet<AuditType> = new Set(['schedule.done', 'system.write']);

test.each(auditTypes)('%s', async (type) => {
  // The other scenes run without rate limits, since some of them would exceed the limits.
  const tokens = { max: 1, windowSeconds: 60 };
  const stage = await setStage(type === 'limit.exceeded' ? { rateLimit: { tokens } } : {});
  const written = await scenes[type](stage);
  // Refusals are written after their response. The newest login is that of the reader.
  const newest = type === 'login.success' ? 1 : 0;
  const origin = unrequested.has(type)
    ? { ip: null, userAgent: null, requestId: null }
    : { ip: '127.0.0.1', userAgent: 'node', requestId: expect.any(String) };
  await expect
    .poll(async () => (await entriesOf(stage, type))[newest])
    .toMatchObject({
      type,
      at: expect.stringMatching(/^2026-11-21T00:0\d:00\.000Z$/),
      ...origin,
      ...written,
    });
});

describe('sessions that end with what happens to the account', () => {
  const revoked = (stage: Stage): Promise<Answered> => entriesOf(stage, 'session.revoked');

  test('a login in the place of another', async () => {
    const stage = await setStage();
    const { server, adaId } = stage;
    const ada = await server.signedIn(adaEmail);
    const sessionId = await sessionOf(ada);
    await ada.post('/api/auth/login', { email: adaEmail, password });
    expect(await revoked(stage)).toMatchObject([
      { outcome: 'success', userId: adaId, actorId: adaId, sessionId, reason: 'replaced by a login' },
    ]);
  });

  test('a change of the password', async () => {
    const stage = await setStage();
    const { server, adaId } = stage;
    const ada = await server.signedIn(adaEmail);
    await server.signedIn(adaEmail);
    await ada.post('/api/auth/change-password', { currentPassword: password, newPassword: better });
    expect(await revoked(stage)).toMatchObject([
      { userId: adaId, actorId: adaId, reason: 'all (2), the password was changed' },
    ]);
  });

  test('a reset of the password', async () => {
    const stage = await setStage();
    const { server, adaId } = stage;
    await server.signedIn(adaEmail);
    await server.client().post('/api/auth/forgot-password', { email: adaEmail });
    const token = await server.lastToken(adaEmail);
    await server.client().post('/api/auth/reset-password', { token, password: better });
    expect(await revoked(stage)).toMatchObject([
      { userId: adaId, actorId: null, reason: 'all (1), the password was reset' },
    ]);
  });

  test('the deletion of the user', async () => {
    const stage = await setStage();
    const { server, admin, adminId, adaId } = stage;
    await server.signedIn(adaEmail);
    await admin.delete(`/api/users/${adaId}`);
    expect(await revoked(stage)).toMatchObject([
      { userId: adaId, actorId: adminId, reason: 'all (1), the user was deleted' },
    ]);
  });

  test('an administrator who logs a user out', async () => {
    const stage = await setStage();
    const { server, admin, adminId, adaId } = stage;
    await server.signedIn(adaEmail);
    await admin.delete(`/api/users/${adaId}/sessions`);
    expect(await revoked(stage)).toMatchObject([
      { userId: adaId, actorId: adminId, reason: 'all (1), by an administrator' },
    ]);
  });

  test('the oldest, when one more begins than a user may have', async () => {
    const stage = await setStage();
    const { server, adaId } = stage;
    const { body } = await server.client().post('/api/auth/login', { email: adaEmail, password });
    // The other sessions are created directly in the store, since 49 logins take long.
    const { sessions, clock } = server.services;
    const others = { userId: adaId, ip: null, userAgent: null, amr: 'pwd', remember: true };
    for (let count = 0; count < 49; count += 1)
      await sessions.create(newSession({ ...others, now: clock() + 1 }), 50);
    expect(await revoked(stage)).toEqual([]);
    server.time.now += minute;
    await server.signedIn(adaEmail);
    expect(await revoked(stage)).toMatchObject([
      {
        ...{ outcome: 'success', userId: adaId, actorId: adaId, sessionId: body.session.id },
        reason: 'the oldest of more than 50',
      },
    ]);
  });

  test('a logout everywhere else', async () => {
    const stage = await setStage();
    const { server, adaId } = stage;
    const [ada] = [await server.signedIn(adaEmail), await server.signedIn(adaEmail)];
    await ada.delete('/api/auth/sessions');
    expect(await revoked(stage)).toMatchObject([{ userId: adaId, actorId: adaId, reason: 'all others (1)' }]);
  });
});

test('a login whose password somebody else changes meanwhile', async () => {
  const stage = await setStage();
  const { server, adaId } = stage;
  const { sessions, driver, users, passwords } = server.services;
  const hash = await passwords.hash(better);
  const { create } = sessions;
  Object.assign(sessions, {
    create: async (...session: Parameters<typeof create>) => {
      const dropped = await create(...session);
      await driver.transaction((connection) => users.setPasswordHash(connection, adaId, hash));
      return dropped;
    },
  });
  const login = await server.client().post('/api/auth/login', { email: adaEmail, password });
  Object.assign(sessions, { create });
  expect([login.status, login.body.code]).toEqual([401, 'INVALID_CREDENTIALS']);
  expect(await sessions.listByUser(adaId)).toEqual([]);
  expect(await entriesOf(stage, 'login.failure')).toMatchObject([
    { outcome: 'failure', userId: adaId, reason: 'the password was changed during the login' },
  ]);
});

/**
 * Adds an account that a stranger registered with the owner's address: unverified, and with a session.
 * Returns its id.
 */
async function hijacked({ server }: Stage, email: string): Promise<string> {
  const { id } = await server.addUser(email);
  await server.signedIn(email);
  const { driver, users } = server.services;
  await driver.transaction((connection) => users.update(connection, id, { emailVerified: false }));
  return id;
}

test('what a stranger began with the owner’s address ends in the log too', async () => {
  const stage = await setStage();
  const { server } = stage;
  const byLink = await hijacked(stage, 'eve@example.com');
  await server.client().post('/api/auth/magic-link', { email: 'eve@example.com' });
  const link = await server.lastToken('eve@example.com');
  await server.client().post('/api/auth/magic-link/verify', { token: link });
  const byInvite = await hijacked(stage, 'bob@example.com');
  await invite(stage, 'bob@example.com');
  const token = await server.lastToken('bob@example.com');
  await server.client().post('/api/auth/accept-invite', { token, password: better });
  expect(await entriesOf(stage, 'session.revoked')).toMatchObject([
    { userId: byInvite, reason: 'all (1), an invitation was accepted' },
    { userId: byLink, reason: 'all (1), the email was verified' },
  ]);
  expect((await entriesOf(stage, 'email.verified')).map(({ userId }: Answered) => userId)).toEqual([
    byInvite,
    byLink,
  ]);
});

test('a flood of one actor beyond a limit is one entry a minute, with the user of a session', async () => {
  const api = { max: 5, windowSeconds: 60 };
  const stage = await setStage({ rateLimit: { api } });
  const { server, adaId } = stage;
  const ada = await server.signedIn(adaEmail);
  const sessionId = await sessionOf(ada);
  const flood = async (): Promise<void> => {
    for (let time = 1; time <= 20; time += 1) await ada.get('/api/posts');
  };
  await flood();
  await expect.poll(() => entriesOf(stage, 'limit.exceeded')).toHaveLength(1);
  expect(await entriesOf(stage, 'limit.exceeded')).toMatchObject([
    { outcome: 'failure', userId: adaId, actorId: adaId, sessionId, reason: 'GET /api/posts' },
  ]);
});

test('changes that fail leave no entry', async () => {
  const stage = await setStage();
  const { admin, adaId } = stage;
  await admin.post('/api/users', { email: adaEmail, password });
  await admin.send('DELETE', `/api/users/${adaId}`, undefined, { 'if-match': '"99"' });
  await admin.send('PATCH', '/api/globals/system', {});
  for (const type of ['user.created', 'user.deleted', 'settings.changed'] as const) {
    expect(await entriesOf(stage, type), type).toEqual([]);
  }
});
