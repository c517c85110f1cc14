/**
 * Instances that purge expired rows at the same time: every row is deleted once, no instance waits, and no
 * active row is lost.
 */
import { expect, onTestFinished, test } from 'vitest';
import { createAuditLog } from '../../runtime/auth/audit/create-audit-log.js';
import { createLinkTokens } from '../../runtime/auth/links/create-link-tokens.js';
import { createSqlSessionStore } from '../../runtime/auth/sessions/sql/create-sql-session-store.js';
import { prepareSessionTables } from '../../runtime/auth/sessions/sql/prepare-session-tables.js';
import { addToCounter } from '../../runtime/auth/sessions/sql/sql-counters.js';
import { capabilities } from '../../runtime/capabilities/index.js';
import { postgres, postgresSessions } from '../../runtime/config/database-config.js';
import { createOutbox } from '../../runtime/mail/outbox/outbox.js';
import { createPostgresDriver } from '../../runtime/storage/dialects/postgres/postgres-driver.js';
import { openRecentWriters } from '../../runtime/storage/dialects/recent-writers.js';
import type { Driver } from '../../runtime/storage/driver.js';
import { prepareSystemTables } from '../../runtime/storage/schema/system-tables.js';
import { day, hour, secret, startAuthServer } from '../support/auth-server.js';
import { describePostgres } from '../support/services.js';

const now = Date.UTC(2026, 10, 21);
const clock = (): number => now;
/** Milliseconds since 1970: one before any retention period, one that never expires. */
const [longAgo, neverOver] = [1, 9e15];

interface Purged {
  readonly table: string;
  /** The name of the key column. */
  readonly key: string;
  /** Its columns, and the expressions of their values for a row of `rows`, which has `key` and `ended`. */
  readonly columns: string;
  readonly values: string;
  /** Purges once, as an instance does periodically. */
  readonly purge: (driver: Driver) => Promise<unknown>;
}

const sessions = (driver: Driver): Promise<number> =>
  createSqlSessionStore(driver, clock).purge(now, now - 7 * day);

const all: readonly Purged[] = [
  {
    table: '_svc_audit_log',
    key: 'id',
    columns: 'id, at, type, outcome',
    values: "key, ended, 'login', 'success'",
    purge: (driver) => createAuditLog({ driver, secret, retentionDays: 30, counters: null, clock }).purge(),
  },
  {
    table: '_svc_link_tokens',
    key: 'hash',
    columns: 'hash, purpose, subject, extra, created_at, expires_at',
    values: "key, 'invite', key, '{}', 1, ended",
    purge: (driver) => createLinkTokens({ clock }).purge(driver),
  },
  {
    table: '_svc_sessions',
    key: 'id',
    columns:
      'id, user_id, created_at, last_seen_at, expires_at, counter, salt, rotated_at, amr, auth_time, remember',
    values: `key, 'ann', 1, ${now}, ended, 0, '', 1, 'pwd', 1, 1`,
    purge: sessions,
  },
  {
    table: '_svc_counters',
    key: 'key',
    columns: 'key, value, ends_at',
    values: 'key, 1, ended',
    purge: sessions,
  },
  {
    table: '_svc_outbox',
    key: 'id',
    columns: 'id, kind, status, attempts, "dueAt", "createdAt", "settledAt"',
    values: "key, 'invite', 'sent', 1, 1, 1, ended",
    purge: (driver) => createOutbox(driver).purge(now - 30 * day),
  },
  {
    table: '_svc_recent_writers',
    key: 'writer',
    columns: 'writer, written_at',
    values: 'key, ended',
    purge: openRecentWriters,
  },
];

describePostgres('what is over on PostgreSQL', (fresh) => {
  test.each(all)('$table: two instances that purge at once leave what is not over', async (purged) => {
    const [one, other] = await instances(await fresh());
    await fill(one, purged, 5_000);
    await Promise.all([one, other].map(purged.purge));
    expect(await keysOf(one, purged)).toEqual(['kept']);
  });

  test.each(all)('$table: a row that somebody holds is passed over, and nobody waits', async (purged) => {
    const [one, other] = await instances(await fresh());
    await fill(one, purged, 10);
    await one.transaction(async (connection) => {
      const { table, key } = purged;
      await connection.get(`SELECT 1 AS held FROM ${table} WHERE ${key} = ? FOR UPDATE`, ['over 5']);
      await purged.purge(other);
      expect(await keysOf(other, purged)).toEqual(['kept', 'over 5']);
    });
    await purged.purge(other);
    expect(await keysOf(other, purged)).toEqual(['kept']);
  });

  test('a counter that begins again while it is purged keeps its count', async () => {
    const [one, other] = await instances(await fresh());
    const failures = { key: 'failures', by: 1, lifeMilliseconds: hour };
    await one.transaction((connection) => addToCounter(connection, { ...failures, now: now - 2 * hour }));
    await one.transaction(async (connection) => {
      await addToCounter(connection, { ...failures, now });
      await sessions(other);
    });
    expect(await createSqlSessionStore(other, clock).counters.get('failures', now)).toEqual({
      value: 1,
      endsAt: now + hour,
    });
  });

  test('two instances that start at once clean up, without a fault in their logs', async () => {
    const url = await fresh();
    const options = {
      env: { SVC_DATABASE_URL: url },
      auth: { sessions: postgresSessions({ db: postgres({ url, pool: { max: 2 } }) }) },
    };
    const first = await startAuthServer({ ...options, alone: true });
    const { driver } = first.services;
    const kept = all.filter(({ table }) => table !== '_svc_recent_writers');
    const client = await first.signedIn();
    for (const purged of kept) await fill(driver, purged, 5_000);
    const started = await Promise.all([1, 2].map(() => startAuthServer({ ...options, beside: first })));
    for (const purged of kept) {
      await expect.poll(() => keysOf(driver, purged), { timeout: 20_000 }).toEqual(['kept']);
    }
    for (const { log } of started)
      expect(log.filter((line) => /"level":"?(50|error)/.test(line))).toEqual([]);
    expect((await client.get('/api/auth/me')).status).toBe(200);
  });
});

/** Two instances connected to a database with every table of the service. */
async function instances(url: string): Promise<readonly [Driver, Driver]> {
  const drivers = [await createPostgresDriver({ url }), await createPostgresDriver({ url })] as const;
  for (const driver of drivers) onTestFinished(() => driver.close());
  const [driver] = drivers;
  await prepareSystemTables(
    driver,
    capabilities.flatMap(({ tables }) => tables),
  );
  await driver.schemaChange(prepareSessionTables);
  await openRecentWriters(driver);
  return drivers;
}

/** Inserts expired rows, and one that is not expired. */
async function fill(driver: Driver, { table, columns, values }: Purged, over: number): Promise<void> {
  await driver.run(
    `INSERT INTO ${table} (${columns}) SELECT ${values} FROM (
      SELECT 'over ' || n AS key, ${longAgo} AS ended FROM generate_series(1, ${over}) AS n
      UNION ALL SELECT 'kept', ${neverOver}) AS rows`,
    [],
  );
}

/** The first few keys. */
async function keysOf(driver: Driver, { table, key }: Purged): Promise<readonly string[]> {
  const rows = await driver.all(
    `SELECT ${key} AS key FROM ${table} WHERE ${key} = 'kept' OR ${key} LIKE 'over %' ORDER BY 1 LIMIT 5`,
    [],
  );
  return rows.map((row) => String(row['key']));
}
