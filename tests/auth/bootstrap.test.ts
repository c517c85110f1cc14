import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type BootstrapError,
  bootstrapAdmin,
  bootstrapFromEnvironment,
} from '../../runtime/auth/bootstrap.js';
import { adminEmail, startAuthServer } from '../support/auth-server.js';
import { scratchFolder } from '../support/emitted.js';
import { openUsers } from './support/user-database.js';

const password = 'Correct-Horse-42';
const email = 'root@example.com';

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    return (error as BootstrapError).code;
  }
  return 'none';
}

test('the first administrator is verified and can prove the password', async () => {
  const database = await openUsers();
  const admin = await bootstrapAdmin({ ...database, email: ' Root@Example.COM ', password });
  expect(admin).toMatchObject({ email, role: 'super_admin', emailVerified: true, name: null });
  const hash = await database.users.passwordHash(database.driver, admin.id);
  expect(await database.passwords.verify(hash, password)).toMatchObject({ matches: true });
});

test('five at once, in two connections to one file, make one', async () => {
  const path = join(scratchFolder(), 'data.db');
  const first = await openUsers({}, path);
  const second = await openUsers({}, path);
  const outcomes = await Promise.all(
    [first, second, first, second, first].map((database, index) =>
      codeOf(bootstrapAdmin({ ...database, email: `root${index}@example.com`, password })),
    ),
  );
  expect(outcomes.filter((code) => code === 'none')).toHaveLength(1);
  expect(outcomes.filter((code) => code === 'ADMIN_EXISTS')).toHaveLength(4);
  expect(await second.users.countByRole(second.driver, 'super_admin')).toBe(1);
});

test('five starts at once with the same variables make one, and all go on', async () => {
  const database = await openUsers();
  const starts = Array.from({ length: 5 }, () => bootstrapFromEnvironment(database, { email, password }));
  const made = (await Promise.all(starts)).filter((user) => user !== null);
  expect(made).toHaveLength(1);
});

test('a start does nothing once there is a super_admin, whatever the variables say', async () => {
  const database = await openUsers();
  await database.addUser({ email: 'first@example.com', role: 'super_admin' });
  expect(await bootstrapFromEnvironment(database, { email: 'nonsense', password: 'weak' })).toBeNull();
  expect(await bootstrapFromEnvironment(database, null)).toBeNull();
});

test('a weak password refuses the start with every reason, and without the password', async () => {
  const database = await openUsers();
  const start = bootstrapFromEnvironment(database, { email, password: 'short-weak' });
  const error = await start.catch((reason: unknown) => reason as BootstrapError);
  expect(error).toMatchObject({ name: 'BootstrapError', code: 'WEAK_PASSWORD' });
  const { message, details } = error as BootstrapError;
  expect(message).toMatch(/^SVC_ADMIN_PASSWORD: /);
  expect(message).not.toContain('short-weak');
  expect(details.length).toBeGreaterThan(1);
  expect(await database.users.countByRole(database.driver, 'super_admin')).toBe(0);
});

test('the command is told why: an administrator, the email, the role', async () => {
  const database = await openUsers();
  const { addUser } = database;
  await addUser({ email: 'taken@example.com', role: 'customer' });
  expect(await codeOf(bootstrapAdmin({ ...database, email: 'nonsense', password }))).toBe('INVALID_EMAIL');
  expect(await codeOf(bootstrapAdmin({ ...database, email, password, role: 'king' }))).toBe('UNKNOWN_ROLE');
  expect(await codeOf(bootstrapAdmin({ ...database, email, password, role: '__proto__' }))).toBe(
    'UNKNOWN_ROLE',
  );
  await addUser({ email: 'first@example.com', role: 'super_admin' });
  expect(await codeOf(bootstrapAdmin({ ...database, email, password }))).toBe('ADMIN_EXISTS');
});

test('an account that a stranger registered first is not promoted', async () => {
  const database = await openUsers();
  const stranger = await database.addUser({ email, role: 'customer' });
  expect(await codeOf(bootstrapAdmin({ ...database, email, password }))).toBe('EMAIL_TAKEN');
  expect(await database.users.find(database.driver, stranger.id)).toMatchObject({ role: 'customer' });
  expect(await database.users.passwordHash(database.driver, stranger.id)).toBeNull();
});

test('a server with a weak password for its administrator does not start', async () => {
  const start = startAuthServer({ env: { SVC_ADMIN_PASSWORD: 'weak-one' } });
  await expect(start).rejects.toThrow(/^SVC_ADMIN_PASSWORD: The password is not strong enough\./);
});

test('the administrator of the environment logs in', async () => {
  const server = await startAuthServer();
  const { body } = await (await server.signedIn()).get('/api/auth/me');
  expect(body.user).toMatchObject({ email: adminEmail, role: 'super_admin', emailVerified: true });
});
