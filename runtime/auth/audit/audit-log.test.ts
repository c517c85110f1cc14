import { expect, onTestFinished, test } from 'vitest';
import { openTestDriver } from '../../../tests/support/test-database.js';
import type { Driver } from '../../storage/driver.js';
import { prepareSystemTables } from '../../storage/schema/system-tables.js';
import type { CounterStore } from '../sessions/session-store.js';
import { openSqlSessionStore } from '../sessions/sql/open-sql-session-store.js';
import type { AuditEvent, AuditLog, AuditQuery } from './audit-log.js';
import { auditLog } from './capability.js';
import { createAuditLog } from './create-audit-log.js';

const day = 86_400_000;
const origin = { ip: '203.0.113.7', userAgent: 'Browser/1', requestId: 'r1' };
const everything: AuditQuery = { type: null, userId: null, from: null, to: null, page: 1, limit: 10 };

interface TestLog {
  readonly log: AuditLog;
  /** Another instance, on the same stores. */
  readonly beside: AuditLog;
  /** How often the counters were written. */
  readonly asked: () => number;
  readonly stopCounters: () => Promise<void>;
  readonly driver: Driver;
  readonly time: { now: number };
}

async function openLog(): Promise<TestLog> {
  const driver = await openTestDriver({ path: ':memory:' });
  onTestFinished(() => driver.close());
  await prepareSystemTables(driver, auditLog.tables);
  const time = { now: Date.UTC(2026, 10, 21) };
  const clock = (): number => time.now;
  const sessions = await openSqlSessionStore({ database: { kind: 'sqlite', path: ':memory:' }, clock });
  onTestFinished(() => sessions.close());
  let requested = 0;
  const counters: CounterStore = {
    ...sessions.counters,
    add: (...parameters) => {
      requested += 1;
      return sessions.counters.add(...parameters);
    },
  };
  const create = (): AuditLog =>
    createAuditLog({ driver, secret: 'a'.repeat(32), retentionDays: 30, counters, clock });
  const stopCounters = (): Promise<void> => sessions.close();
  return { log: create(), beside: create(), asked: () => requested, stopCounters, driver, time };
}

function event(change: Partial<AuditEvent> = {}): AuditEvent {
  return { type: 'login.success', outcome: 'success', userId: 'u1', origin, ...change };
}

test('an entry holds who, what, when and from where', async () => {
  const { log, driver } = await openLog();
  await log.record(
    driver,
    event({ type: 'role.changed', actorId: 'u2', sessionId: 's1', reason: 'author to editor' }),
  );
  const { entries, total } = await log.list(everything);
  expect(total).toBe(1);
  expect(entries).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      at: '2026-11-21T00:00:00.000Z',
      type: 'role.changed',
      outcome: 'success',
      userId: 'u1',
      actorId: 'u2',
      emailHash: null,
      ip: '203.0.113.7',
      userAgent: 'Browser/1',
      sessionId: 's1',
      requestId: 'r1',
      reason: 'author to editor',
    },
  ]);
});

test('a typed email is kept as a keyed hash only', async () => {
  const { log, driver } = await openLog();
  await log.record(driver, event({ type: 'login.failure', outcome: 'failure', email: 'ada@example.com' }));
  await log.record(driver, event({ type: 'login.failure', outcome: 'failure', email: 'ada@example.com' }));
  const { entries } = await log.list(everything);
  expect(entries[0]?.emailHash).toMatch(/^[0-9a-f]{64}$/);
  expect(entries[0]?.emailHash).toBe(entries[1]?.emailHash);
  expect(JSON.stringify(await driver.all('SELECT * FROM _svc_audit_log', []))).not.toContain('ada@');
});

test('an entry is gone when the transaction of its event is rolled back', async () => {
  const { log, driver } = await openLog();
  const failed = driver.transaction(async (connection) => {
    await log.record(connection, event());
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect((await log.list(everything)).total).toBe(0);
});

test('control characters are stripped and long texts are cut', async () => {
  const { log, driver } = await openLog();
  const userAgent = `\u001b[2Jevil\r\nline\u202e${'x'.repeat(1000)}`;
  await log.record(driver, event({ origin: { ...origin, userAgent } }));
  const { entries } = await log.list(everything);
  expect(entries[0]?.userAgent).toMatch(/^\[2Jevillinex{245}$/);
});

test('filters and pages narrow the list, newest first', async () => {
  const { log, driver, time } = await openLog();
  for (const [index, type] of (['login.success', 'logout', 'logout'] as const).entries()) {
    time.now += 1000;
    await log.record(driver, event({ type, userId: index === 2 ? 'u2' : 'u1' }));
  }
  const typesOf = async (query: Partial<AuditQuery>): Promise<readonly string[]> =>
    (await log.list({ ...everything, ...query })).entries.map(({ type, userId }) => `${type} ${userId}`);
  expect(await typesOf({})).toEqual(['logout u2', 'logout u1', 'login.success u1']);
  expect(await typesOf({ type: 'logout' })).toEqual(['logout u2', 'logout u1']);
  expect(await typesOf({ userId: 'u1' })).toEqual(['logout u1', 'login.success u1']);
  expect(await typesOf({ from: '2026-11-21T00:00:02.000Z' })).toEqual(['logout u2', 'logout u1']);
  expect(await typesOf({ to: '2026-11-21T00:00:01.000Z' })).toEqual(['login.success u1']);
  expect(await typesOf({ page: 2, limit: 2 })).toEqual(['login.success u1']);
});

test('own changes are found behind hundreds of deletions, and without what is gone', async () => {
  const { log, driver, time } = await openLog();
  const note = async (type: AuditEvent['type'], id: string, actorId = 'u1'): Promise<void> => {
    time.now += 1;
    await log.record(driver, event({ type, actorId, reason: `collection posts ${id}` }));
  };
  await note('document.created', 'kept');
  await note('document.changed', 'gone');
  await note('document.changed', 'purged');
  await note('document.changed', 'back');
  await note('document.deleted', 'gone', 'u2');
  await note('document.purged', 'purged', 'u2');
  await note('document.deleted', 'back', 'u2');
  await note('document.restored', 'back', 'u2');
  for (let at = 0; at < 250; at += 1) await note('document.deleted', `other ${at}`.replace(' ', '-'));
  expect(await log.changedBy('u1')).toEqual([
    { slug: 'posts', id: 'back' },
    { slug: 'posts', id: 'kept' },
  ]);
});

test('denials are written once a second for each actor', async () => {
  const { log, time } = await openLog();
  const total = async (): Promise<number> => (await log.list(everything)).total;
  for (let time = 0; time < 5; time += 1) log.denied({ actorId: 'u1', origin });
  log.denied({ actorId: 'u2', origin });
  log.denied({ origin });
  await expect.poll(total).toBe(3);
  time.now += 1000;
  log.denied({ actorId: 'u1', origin });
  await expect.poll(total).toBe(4);
});

test('two instances write the denials of one actor as often as one does, and ask for them no oftener', async () => {
  const { log, beside, asked: requested, time } = await openLog();
  const total = async (): Promise<number> => (await log.list(everything)).total;
  for (let second = 1; second <= 3; second += 1) {
    for (let request = 0; request < 20; request += 1) {
      log.denied({ actorId: 'u1', origin });
      beside.denied({ actorId: 'u1', origin });
      // Half a second in, the one that was refused by the other's window asks no more either.
      if (request === 10) time.now += 500;
    }
    await expect.poll(total).toBe(second);
    await expect.poll(requested).toBe(2 * second);
    time.now += 500;
  }
});

test('while the counters are away each process writes one denial a second', async () => {
  const { log, stopCounters, time } = await openLog();
  const total = async (): Promise<number> => (await log.list(everything)).total;
  await stopCounters();
  for (let second = 1; second <= 2; second += 1) {
    for (let request = 0; request < 5; request += 1) log.denied({ actorId: 'u1', origin });
    await expect.poll(total).toBe(second);
    time.now += 1000;
  }
});

test('rows older than the retention are purged, however many there are', async () => {
  const { log, driver, time } = await openLog();
  await driver.transaction(async (connection) => {
    for (let count = 0; count < 2500; count += 1) await log.record(connection, event());
  });
  time.now += 30 * day;
  await log.record(driver, event({ type: 'logout' }));
  expect(await log.purge()).toBe(0);
  time.now += 1;
  expect(await log.purge()).toBe(2500);
  expect((await log.list(everything)).entries.map(({ type }) => type)).toEqual(['logout']);
});
