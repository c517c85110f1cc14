import { expect, test } from 'vitest';
import { openUsers } from '../../../tests/auth/support/user-database.js';
import { type Connection, UniqueViolation } from '../../storage/driver.js';

const account = {
  ...{ email: 'ada@example.com', name: 'Ada', role: 'author', emailVerified: false },
  passwordHash: 'a hash',
};

test('a user is a document of the collection, with the hash beside it', async () => {
  const { driver, users, now } = await openUsers();
  const user = await driver.transaction((connection) => users.insert(connection, account));
  const time = new Date(now).toISOString();
  expect(user).toEqual({
    ...{ id: user.id, createdAt: time, updatedAt: time, _revision: 1 },
    ...{ email: 'ada@example.com', name: 'Ada', role: 'author', emailVerified: false },
  });
  expect(await users.find(driver, user.id)).toEqual(user);
  expect(await users.findByEmail(driver, 'ada@example.com')).toEqual(user);
  expect(await users.passwordHash(driver, user.id)).toBe('a hash');
  expect(await driver.all('SELECT * FROM "users"', [])).toEqual([
    expect.not.objectContaining({ passwordHash: expect.anything() }),
  ]);
});

test('nobody is found by what is not theirs', async () => {
  const { driver, users } = await openUsers();
  await driver.transaction((connection) => users.insert(connection, account));
  expect(await users.find(driver, 'nonsense')).toBeNull();
  expect(await users.findByEmail(driver, 'ADA@example.com')).toBeNull();
  expect(await users.passwordHash(driver, 'nonsense')).toBeNull();
  expect(await users.countByRole(driver, 'author')).toBe(1);
  expect(await users.countByRole(driver, 'admin')).toBe(0);
});

test('a taken email is a violation of its index', async () => {
  const { driver, users } = await openUsers();
  const insert = (): Promise<unknown> =>
    driver.transaction((connection) => users.insert(connection, account));
  await insert();
  await expect(insert()).rejects.toThrow(UniqueViolation);
});

test('each change is one revision more; a change to what is already so is none', async () => {
  const database = await openUsers();
  const { driver, users } = database;
  const { id } = await driver.transaction((connection) => users.insert(connection, account));
  database.now += 1000;
  const update = (change: object): Promise<unknown> =>
    driver.transaction((connection) => users.update(connection, id, change));
  const later = new Date(database.now).toISOString();
  expect(await update({ emailVerified: true })).toMatchObject({ _revision: 2, updatedAt: later });
  expect(await update({ emailVerified: true, role: 'author' })).toMatchObject({ _revision: 2 });
  expect(await update({ name: null })).toMatchObject({ _revision: 3, name: null, emailVerified: true });
  expect(await users.find(driver, id)).toMatchObject({ _revision: 3, name: null });
  expect(await driver.transaction((connection) => users.update(connection, 'nonsense', {}))).toBeNull();
});

test('a password hash is replaced and taken away', async () => {
  const { driver, users } = await openUsers();
  const { id } = await driver.transaction((connection) => users.insert(connection, account));
  for (const hash of ['another', null, 'a third']) {
    await driver.transaction((connection) => users.setPasswordHash(connection, id, hash));
    expect(await users.passwordHash(driver, id)).toBe(hash);
  }
});

test('of two that put a hash in the place of the same one, side by side, the later is told', async () => {
  const { driver, users } = await openUsers();
  const { id } = await driver.transaction((connection) => users.insert(connection, account));
  const replace = (to: string) => (connection: Connection) =>
    users.replacePasswordHash(connection, id, { from: 'a hash', to });
  const outcomes: Promise<boolean>[] = [];
  await driver.transaction(async (connection) => {
    outcomes.push(replace('first')(connection));
    await outcomes[0];
    outcomes.push(driver.transaction(replace('second')));
  });
  expect(await Promise.all(outcomes)).toEqual([true, false]);
  expect(await users.passwordHash(driver, id)).toBe('first');
});

test('who locks a password hash sees the one that a write side by side stores', async () => {
  const { driver, users } = await openUsers();
  const { id } = await driver.transaction((connection) => users.insert(connection, account));
  const lock = (connection: Connection) => users.lockPasswordHash(connection, id);
  const locked: Promise<string | null>[] = [];
  await driver.transaction(async (connection) => {
    await users.setPasswordHash(connection, id, 'another');
    locked.push(driver.transaction(lock));
  });
  expect(await Promise.all(locked)).toEqual(['another']);
});

test('a locked password hash is replaced when the transaction has ended', async () => {
  const { driver, users } = await openUsers();
  const { id } = await driver.transaction((connection) => users.insert(connection, account));
  const steps: string[] = [];
  const writes: Promise<void>[] = [];
  await driver.transaction(async (connection) => {
    expect(await users.lockPasswordHash(connection, id)).toBe('a hash');
    writes.push(
      driver
        .transaction((other) => users.setPasswordHash(other, id, 'another'))
        .then(() => void steps.push('replaced')),
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    steps.push('ended');
  });
  await Promise.all(writes);
  expect(steps).toEqual(['ended', 'replaced']);
});

test('constant defaults of own fields are filled, and required ones may be missing', async () => {
  const { driver, users } = await openUsers({
    collections: [
      {
        slug: 'users',
        fields: [
          { name: 'plan', type: 'text', default: 'free' },
          { name: 'company', type: 'text', required: true },
          { name: 'look', type: 'group', fields: [{ name: 'theme', type: 'text', default: 'dark' }] },
        ],
      },
    ],
  });
  const user = await driver.transaction((connection) => users.insert(connection, account));
  expect(user).toMatchObject({ plan: 'free', company: null, look: { theme: 'dark' } });
});

test('a role that was changed by hand counts at once', async () => {
  const { driver, users } = await openUsers();
  const { id } = await driver.transaction((connection) => users.insert(connection, account));
  await driver.run('UPDATE "users" SET "role" = ? WHERE "id" = ?', ['admin', id]);
  expect(await users.find(driver, id)).toMatchObject({ role: 'admin', email: 'ada@example.com' });
});
