import { expect, onTestFinished, test } from 'vitest';
import { describeSessionStore, sessionOf } from '../../../../tests/conformance/session-store.js';
import { describePostgres } from '../../../../tests/support/services.js';
import { createPostgresDriver } from '../../../storage/dialects/postgres/postgres-driver.js';
import type { Clock } from '../../../util/clock.js';
import type { SessionStore } from '../session-store.js';
import { openSqlSessionStore } from './open-sql-session-store.js';

const open = (url: string, clock: Clock = Date.now): Promise<SessionStore> =>
  openSqlSessionStore({ database: { kind: 'postgres', url }, clock });

describePostgres('sessions in PostgreSQL', (newDatabase) => {
  describeSessionStore('PostgreSQL', { newPlace: newDatabase, open });

  test('ten instances that start at once make the tables once', async () => {
    const url = await newDatabase();
    const { createdAt } = sessionOf('ann');
    const stores = await Promise.all(Array.from({ length: 10 }, () => open(url, () => createdAt)));
    onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))));
    await Promise.all(stores.map((store) => store.create(sessionOf('ann'), 50)));
    expect(await stores[0]?.listByUser('ann')).toHaveLength(10);
  });

  test('what is purged leaves no row', async () => {
    const url = await newDatabase();
    const session = sessionOf('ann');
    const store = await open(url, () => session.createdAt);
    onTestFinished(() => store.close());
    await store.create(session, 50);
    expect(await store.purge(session.expiresAt, 0)).toBe(1);
    const driver = await createPostgresDriver({ url });
    onTestFinished(() => driver.close());
    expect(await driver.all('SELECT id FROM _svc_sessions', [])).toEqual([]);
    expect(await driver.all('SELECT key FROM _svc_counters', [])).toEqual([]);
  });

  test('a start that finds the tables waits for nobody who writes', async () => {
    const url = await newDatabase();
    const store = await open(url);
    onTestFinished(() => store.close());
    const driver = await createPostgresDriver({ url });
    onTestFinished(() => driver.close());
    await driver.transaction(async (connection) => {
      await connection.run('INSERT INTO _svc_counters (key, value, ends_at) VALUES (?, ?, ?)', ['a', 1, 1]);
      await (await open(url)).close();
    });
  });
});

test('a server that is away leaves the store unavailable, and the reason is told', async () => {
  const issues: (Error | null)[] = [];
  const store = await openSqlSessionStore({
    database: { kind: 'postgres', url: 'postgres://nobody:hunter2@127.0.0.1:1/none' },
    clock: Date.now,
    onChange: (issue) => void issues.push(issue),
  });
  onTestFinished(() => store.close());
  await expect(store.get('any')).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 });
  await expect(store.check()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(issues.map((issue) => issue?.message)).toEqual([expect.stringContaining('ECONNREFUSED')]);
  expect(String(issues[0]?.stack)).not.toContain('hunter2');
});
