/** The requests that the methods of authentication send, and their results. */
import { expect, test } from 'vitest';
import { answer, scriptedServer } from '../support/scripted-server.js';
import { type AccountsClient, accountsClient, ada, signedIn } from './accounts-client.js';

type Call = (client: AccountsClient) => Promise<unknown>;
type Sent = readonly [method: string, path: string, body?: object];

const email = 'ada@example.org';
const password = 'Correct horse 1';
const role = 'customer';

const calls: readonly (readonly [name: string, call: Call, sent: Sent])[] = [
  [
    'register',
    ({ auth }) => auth.register({ email, password, name: 'Ada' }),
    ['POST', 'auth/register', { email, password, name: 'Ada' }],
  ],
  ['login', ({ auth }) => auth.login({ email, password }), ['POST', 'auth/login', { email, password }]],
  ['logout', ({ auth }) => auth.logout(), ['POST', 'auth/logout']],
  ['refresh', ({ auth }) => auth.refresh(), ['POST', 'auth/refresh']],
  ['me', ({ auth }) => auth.me(), ['GET', 'auth/me']],
  [
    'forgotPassword',
    ({ auth }) => auth.forgotPassword({ email, redirectTo: '/done' }),
    ['POST', 'auth/forgot-password', { email, redirectTo: '/done' }],
  ],
  [
    'resetPassword',
    ({ auth }) => auth.resetPassword({ token: 't', password }),
    ['POST', 'auth/reset-password', { token: 't', password }],
  ],
  [
    'changePassword',
    ({ auth }) => auth.changePassword({ currentPassword: 'a', newPassword: password }),
    ['POST', 'auth/change-password', { currentPassword: 'a', newPassword: password }],
  ],
  ['emailChange.get', ({ auth }) => auth.emailChange.get(), ['GET', 'auth/email-change']],
  [
    'emailChange.request',
    ({ auth }) => auth.emailChange.request({ currentPassword: password, newEmail: email }),
    ['POST', 'auth/email-change', { currentPassword: password, newEmail: email }],
  ],
  ['emailChange.cancel', ({ auth }) => auth.emailChange.cancel(), ['DELETE', 'auth/email-change']],
  [
    'emailChange.confirm',
    ({ auth }) => auth.emailChange.confirm({ token: 't' }),
    ['POST', 'auth/email-change/confirm', { token: 't' }],
  ],
  [
    'verifyEmail',
    ({ auth }) => auth.verifyEmail({ token: 't' }),
    ['POST', 'auth/verify-email', { token: 't' }],
  ],
  [
    'verifyEmailResend',
    ({ auth }) => auth.verifyEmailResend({ email }),
    ['POST', 'auth/verify-email/resend', { email }],
  ],
  ['config', ({ auth }) => auth.config(), ['GET', 'auth/config']],
  ['auditLog', ({ auth }) => auth.auditLog(), ['GET', 'auth/audit-log']],
  [
    'auditLog with a query',
    ({ auth }) => auth.auditLog({ type: 'login.failure', userId: 'u1', page: 2, limit: undefined }),
    ['GET', 'auth/audit-log?type=login.failure&userId=u1&page=2'],
  ],
  ['sessions.list', ({ auth }) => auth.sessions.list(), ['GET', 'auth/sessions']],
  ['sessions.revoke', ({ auth }) => auth.sessions.revoke('a/b'), ['DELETE', 'auth/sessions/a%2Fb']],
  ['sessions.revokeOthers', ({ auth }) => auth.sessions.revokeOthers(), ['DELETE', 'auth/sessions']],
  [
    'invites.list',
    ({ auth }) => auth.invites.list({ page: 2, limit: 5 }),
    ['GET', 'auth/invites?page=2&limit=5'],
  ],
  [
    'invites.create',
    ({ auth }) => auth.invites.create({ email, role }),
    ['POST', 'auth/invites', { email, role }],
  ],
  ['invites.resend', ({ auth }) => auth.invites.resend('i1'), ['POST', 'auth/invites/i1/resend']],
  ['invites.revoke', ({ auth }) => auth.invites.revoke('i1'), ['DELETE', 'auth/invites/i1']],
  [
    'acceptInvite',
    ({ auth }) => auth.acceptInvite({ token: 't', password }),
    ['POST', 'auth/accept-invite', { token: 't', password }],
  ],
  ['apiKeys.list', ({ auth }) => auth.apiKeys.list(), ['GET', 'auth/api-keys']],
  ['apiKeys.get', ({ auth }) => auth.apiKeys.get('k1'), ['GET', 'auth/api-keys/k1']],
  [
    'apiKeys.create',
    ({ auth }) => auth.apiKeys.create({ name: 'Build', scopes: ['notes:read'] }),
    ['POST', 'auth/api-keys', { name: 'Build', scopes: ['notes:read'] }],
  ],
  [
    'apiKeys.update',
    ({ auth }) => auth.apiKeys.update('k1', { disabled: true }),
    ['PATCH', 'auth/api-keys/k1', { disabled: true }],
  ],
  ['apiKeys.rotate', ({ auth }) => auth.apiKeys.rotate('k1'), ['POST', 'auth/api-keys/k1/rotate']],
  [
    'apiKeys.rotate with an overlap',
    ({ auth }) => auth.apiKeys.rotate('k1', { overlapSeconds: 60 }),
    ['POST', 'auth/api-keys/k1/rotate', { overlapSeconds: 60 }],
  ],
  ['apiKeys.revoke', ({ auth }) => auth.apiKeys.revoke('k1'), ['DELETE', 'auth/api-keys/k1']],
  [
    'magicLink.request',
    ({ auth }) => auth.magicLink.request({ email }),
    ['POST', 'auth/magic-link', { email }],
  ],
  [
    'magicLink.verify by code',
    ({ auth }) => auth.magicLink.verify({ email, code: 'ABCD2345' }),
    ['POST', 'auth/magic-link/verify', { email, code: 'ABCD2345' }],
  ],
  ['users.find', ({ users }) => users.find({ limit: 3 }), ['GET', 'users?limit=3']],
  ['users.findById', ({ users }) => users.findById('u1'), ['GET', 'users/u1']],
  [
    'users.create',
    ({ users }) => users.create({ email, password, role }),
    ['POST', 'users', { email, password, role }],
  ],
  ['users.update', ({ users }) => users.update('u1', { role }), ['PATCH', 'users/u1', { role }]],
  ['users.delete', ({ users }) => users.delete('u1'), ['DELETE', 'users/u1']],
  ['users.sessions', ({ users }) => users.sessions('u1'), ['GET', 'users/u1/sessions']],
  ['users.revokeSessions', ({ users }) => users.revokeSessions('u1'), ['DELETE', 'users/u1/sessions']],
  ['users.locks', ({ users }) => users.locks(['u1', 'u2']), ['GET', 'users/locks?ids=u1,u2']],
  ['users.unlock', ({ users }) => users.unlock('u1'), ['POST', 'users/u1/unlock']],
  ['globals.system.get', ({ globals }) => globals.system.get(), ['GET', 'globals/system']],
  [
    'globals.system.update',
    ({ globals }) => globals.system.update({ enableRegistration: true }),
    ['PATCH', 'globals/system', { enableRegistration: true }],
  ],
];

test.each(calls)('%s is one request, and answers what the server does', async (_name, call, sent) => {
  const { url, received } = await scriptedServer((_request, response) =>
    answer(response, 200, { user: ada }),
  );
  // With a session cookie, because otherwise `me` would send no request.
  const client = accountsClient({ baseUrl: url, headers: { cookie: 'svc_session=x' } });
  expect(await call(client)).toEqual({ user: ada });
  const [method, path, body] = sent;
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    method,
    url: `/api/${path}`,
    body: body === undefined ? '' : JSON.stringify(body),
  });
  expect(received[0]?.headers['content-type']).toBe(body && 'application/json');
});

test('an id that would address something else is refused before anything is sent', async () => {
  const { url, received } = await scriptedServer((_request, response) => answer(response, 200, {}));
  const { auth, users } = accountsClient({ baseUrl: url });
  const refused = { code: 'BAD_USER_INPUT', message: '"" is not an id' };
  await expect(auth.sessions.revoke('')).rejects.toMatchObject(refused);
  await expect(users.revokeSessions('')).rejects.toMatchObject(refused);
  await expect(auth.apiKeys.revoke('..')).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  expect(received).toEqual([]);
});

test('errors of a login say what there is to do', async () => {
  const failures = [
    [401, 'INVALID_CREDENTIALS', {}],
    [403, 'EMAIL_NOT_VERIFIED', {}],
    [423, 'ACCOUNT_LOCKED', { 'Retry-After': '900' }],
    [429, 'RATE_LIMITED', { 'Retry-After': '61' }],
  ] as const;
  for (const [status, code, headers] of failures) {
    const { url, received } = await scriptedServer((_request, response) =>
      answer(response, status, { error: 'No.', code }, headers),
    );
    const { safe } = accountsClient({ baseUrl: url });
    const { data, error } = await safe.auth.login({ email, password });
    expect(data).toBeNull();
    expect(error).toMatchObject({ code, status, message: 'No.' });
    expect(error?.retryAfter).toBe('Retry-After' in headers ? Number(headers['Retry-After']) : undefined);
    // A login is never retried: each attempt may count towards a lock.
    expect(received).toHaveLength(1);
  }
});

test('an API key goes along as X-API-Key', async () => {
  const { url, received } = await scriptedServer((_request, response) => answer(response, 200, signedIn));
  await accountsClient({ baseUrl: url, apiKey: 'svc_sec_x' }).auth.me();
  expect(received[0]?.headers['x-api-key']).toBe('svc_sec_x');
});
