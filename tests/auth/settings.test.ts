import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSystemSettings } from '../../runtime/settings/create-system-settings.js';
import { type Sent, startAuthServer } from '../support/auth-server.js';
import { scratchFolder } from '../support/emitted.js';
import { patching } from './support/patching.js';
import { openUsers } from './support/user-database.js';

const path = '/api/globals/system';

function outcome({ status, body }: Sent): readonly [number, string | undefined] {
  return [status, body.code];
}

test('administrators and their role keys see the settings; nobody else does', async () => {
  const server = await startAuthServer();
  await server.addUser('ada@example.com', { role: 'admin' });
  await server.addUser('ed@example.com', { role: 'editor' });
  const root = patching(await server.signedIn());
  const machine = server.client();
  const keyOf = async (grant: object): Promise<Readonly<Record<string, string>>> => ({
    'x-api-key': (await root.post('/api/auth/api-keys', { name: 'k', ...grant })).body.key,
  });
  const settings = { enableRegistration: false, defaultRegistrationRole: 'customer' };
  const seen = await root.get(path);
  expect([seen.status, seen.body]).toEqual([200, settings]);
  expect(seen.headers.get('cache-control')).toBe('no-store');
  expect((await (await server.signedIn('ada@example.com')).get(path)).body).toEqual(settings);
  expect((await machine.get(path, await keyOf({ role: 'admin' }))).body).toEqual(settings);
  expect(outcome(await machine.get(path, await keyOf({ role: 'editor' })))).toEqual([403, 'FORBIDDEN']);
  expect(outcome(await machine.get(path, await keyOf({ scopes: ['*:*'] })))).toEqual([403, 'FORBIDDEN']);
  expect(outcome(await (await server.signedIn('ed@example.com')).get(path))).toEqual([403, 'FORBIDDEN']);
  expect(outcome(await machine.get(path))).toEqual([401, 'UNAUTHENTICATED']);
  expect(outcome(await root.get(`${path}?depth=1`))).toEqual([400, 'BAD_USER_INPUT']);
});

test('only a super_admin with a session changes them', async () => {
  const server = await startAuthServer();
  await server.addUser('ada@example.com', { role: 'admin' });
  const root = patching(await server.signedIn());
  const admin = patching(await server.signedIn('ada@example.com'));
  const machine = patching(server.client());
  const key = (await root.post('/api/auth/api-keys', { name: 'k', role: 'super_admin' })).body.key;
  const change = { enableRegistration: true };
  expect(outcome(await admin.patch(path, change))).toEqual([403, 'FORBIDDEN']);
  expect(outcome(await admin.patch(path, '{'))).toEqual([403, 'FORBIDDEN']);
  expect(outcome(await machine.patch(path, change, { 'x-api-key': key }))).toEqual([403, 'FORBIDDEN']);
  expect(outcome(await machine.patch(path, change))).toEqual([401, 'UNAUTHENTICATED']);
  expect((await root.get(path)).body.enableRegistration).toBe(false);
});

test('a body is strict, and nobody gets the highest roles by registering', async () => {
  const server = await startAuthServer();
  const root = patching(await server.signedIn());
  const refused = [
    { defaultRegistrationRole: 'super_admin' },
    { defaultRegistrationRole: 'guest' },
    { defaultRegistrationRole: '__proto__' },
    { defaultRegistrationRole: null },
    { defaultRegistrationRole: ['admin'] },
    { enableRegistration: 'true' },
    { enableRegistration: 1 },
    { enableRegistration: null },
    { enableRegistration: true, nonsense: 1 },
    { id: 'global' },
    [],
    '{"__proto__":{"enableRegistration":true}}',
  ];
  for (const body of refused) expect(outcome(await root.patch(path, body))).toEqual([400, 'BAD_USER_INPUT']);
  expect((await root.patch(path, {})).body).toEqual({
    enableRegistration: false,
    defaultRegistrationRole: 'customer',
  });
  for (const role of ['author', 'editor', 'admin', 'customer']) {
    expect((await root.patch(path, { defaultRegistrationRole: role })).body.defaultRegistrationRole).toBe(
      role,
    );
  }
});

test('they hold from the next request on', async () => {
  const server = await startAuthServer();
  const root = patching(await server.signedIn());
  const register = (email: string): Promise<Sent> =>
    server.client().post('/api/auth/register', { email, password: 'Correct-Horse-7-Battery' });
  expect(outcome(await register('a@example.com'))).toEqual([403, 'FORBIDDEN']);
  await root.patch(path, { enableRegistration: true, defaultRegistrationRole: 'author' });
  expect((await server.client().get('/api/auth/config')).body.registrationEnabled).toBe(true);
  const made = await register('a@example.com');
  expect([made.status, made.body.user.role]).toEqual([201, 'author']);
  await root.patch(path, { enableRegistration: false });
  expect(outcome(await register('b@example.com'))).toEqual([403, 'FORBIDDEN']);
});

test('what an administrator saved wins over the config, setting by setting, on every instance', async () => {
  const file = join(scratchFolder(), 'data.db');
  const one = await openUsers({}, file);
  const other = await openUsers({}, file);
  const defaults = { enableRegistration: false, defaultRegistrationRole: 'customer' };
  const first = createSystemSettings({ driver: one.driver, defaults });
  const changed = { enableRegistration: true, defaultRegistrationRole: 'editor' };
  const second = createSystemSettings({ driver: other.driver, defaults: changed });
  expect(await second.read()).toEqual(changed);
  expect(await first.update({ enableRegistration: false })).toEqual(defaults);
  expect(await second.read()).toEqual({ enableRegistration: false, defaultRegistrationRole: 'editor' });
  expect(await second.update({ defaultRegistrationRole: 'author' })).toEqual({
    enableRegistration: false,
    defaultRegistrationRole: 'author',
  });
  expect(await first.read()).toEqual({ enableRegistration: false, defaultRegistrationRole: 'author' });
});
