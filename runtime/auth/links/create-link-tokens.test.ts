import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { scratchFolder } from '../../../tests/support/emitted.js';
import { openTestDriver } from '../../../tests/support/test-database.js';
import type { Driver } from '../../storage/driver.js';
import { prepareSystemTables } from '../../storage/schema/system-tables.js';
import { createLinkTokens, linkTables } from './create-link-tokens.js';
import type { LinkPurpose, LinkToken, LinkTokens } from './link-tokens.js';

const start = Date.UTC(2026, 0, 1);
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

interface Opened {
  readonly driver: Driver;
  readonly links: LinkTokens;
  pass(milliseconds: number): void;
  issue(purpose: LinkPurpose, subject?: string): Promise<string>;
  consume(purpose: LinkPurpose, token: string): Promise<LinkToken | null>;
}

async function openLinks(): Promise<Opened> {
  const driver = await openTestDriver({ path: ':memory:' });
  onTestFinished(() => driver.close());
  await prepareSystemTables(driver, linkTables);
  await prepareSystemTables(driver, linkTables);
  let now = start;
  const links = createLinkTokens({ clock: () => now });
  return {
    driver,
    links,
    pass: (milliseconds) => {
      now += milliseconds;
    },
    issue: async (purpose, subject = 'ann') => {
      const { token } = await driver.transaction((connection) =>
        links.issue(connection, { purpose, subject }),
      );
      return token;
    },
    consume: (purpose, token) =>
      driver.transaction((connection) => links.consume(connection, purpose, token)),
  };
}

describe('a link token', () => {
  test('is 256 random bits, and the table does not know them', async () => {
    const { driver, links } = await openLinks();
    const link = { purpose: 'magic-link', subject: 'ann', extra: { redirectTo: '/home' } } as const;
    const { token, expiresAt } = await driver.transaction((connection) => links.issue(connection, link));
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(expiresAt).toBe(start + 10 * minute);
    const [row] = await driver.all('SELECT * FROM _svc_link_tokens', []);
    expect(row).toMatchObject({ hash: createHash('sha256').update(token).digest('hex'), subject: 'ann' });
    expect(JSON.stringify(row)).not.toContain(token);
  });

  test('is looked at as often as one likes and used once', async () => {
    const { driver, links, consume } = await openLinks();
    const link = { purpose: 'magic-link', subject: 'ann', extra: { redirectTo: '/home' } } as const;
    const { token } = await links.issue(driver, link);
    const whole = { subject: 'ann', extra: { redirectTo: '/home' }, expiresAt: start + 10 * minute };
    expect(await links.peek(driver, 'magic-link', token)).toEqual(whole);
    expect(await links.peek(driver, 'magic-link', token)).toEqual(whole);
    expect(await consume('magic-link', token)).toEqual(whole);
    expect(await links.peek(driver, 'magic-link', token)).toBeNull();
    expect(await consume('magic-link', token)).toBeNull();
  });

  test('of 20 uses at once is given to one', async () => {
    const { issue, consume } = await openLinks();
    const token = await issue('reset-password');
    const uses = await Promise.all(Array.from({ length: 20 }, () => consume('reset-password', token)));
    expect(uses.filter((link) => link !== null)).toHaveLength(1);
  });

  test('of 20 uses at once by two instances of a service is given to one', async () => {
    const path = join(scratchFolder(), 'data.db');
    const instances = await Promise.all([1, 2].map(() => openTestDriver({ path })));
    onTestFinished(async () => void (await Promise.all(instances.map((driver) => driver.close()))));
    const [first] = instances;
    if (first === undefined) return expect.unreachable();
    const links = createLinkTokens({ clock: () => start });
    await prepareSystemTables(first, linkTables);
    const issued = await first.transaction((connection) =>
      links.issue(connection, { purpose: 'reset-password', subject: 'ann' }),
    );
    const uses = await Promise.all(
      instances.flatMap((driver) =>
        Array.from({ length: 10 }, () =>
          driver.transaction((connection) =>
            links.consume(connection, 'reset-password', issued?.token ?? ''),
          ),
        ),
      ),
    );
    expect(uses.filter((link) => link !== null)).toHaveLength(1);
  });

  test('is not used up by an effect that fails', async () => {
    const { driver, links, issue, consume } = await openLinks();
    const token = await issue('reset-password');
    const failing = driver.transaction(async (connection) => {
      expect(await links.consume(connection, 'reset-password', token)).not.toBeNull();
      throw new Error('the password is too weak');
    });
    await expect(failing).rejects.toThrow('too weak');
    expect(await consume('reset-password', token)).toMatchObject({ subject: 'ann' });
  });

  test.each<[LinkPurpose, number]>([
    ['verify-email', 24 * hour],
    ['reset-password', 30 * minute],
    ['magic-link', 10 * minute],
    ['invite', 7 * day],
  ])('for %s lives for its time', async (purpose, lifetime) => {
    const { driver, links, issue, consume, pass } = await openLinks();
    const token = await issue(purpose);
    pass(lifetime - 1);
    expect(await links.peek(driver, purpose, token)).toMatchObject({ expiresAt: start + lifetime });
    pass(1);
    expect(await links.peek(driver, purpose, token)).toBeNull();
    expect(await consume(purpose, token)).toBeNull();
  });

  test('is good for its purpose only', async () => {
    const { driver, links, issue, consume } = await openLinks();
    const token = await issue('verify-email');
    expect(await links.peek(driver, 'reset-password', token)).toBeNull();
    expect(await consume('reset-password', token)).toBeNull();
    expect(await consume('verify-email', token)).not.toBeNull();
  });

  test.each(['', 'unknown', 'x'.repeat(100_000), "' OR 1=1 --", '\0'])(
    'that never was is none: %j',
    async (token) => {
      const { driver, links, consume } = await openLinks();
      expect(await links.peek(driver, 'verify-email', token)).toBeNull();
      expect(await consume('verify-email', token)).toBeNull();
      expect(await links.subjectOf(driver, 'verify-email', token)).toBeNull();
    },
  );

  test('has one spelling', async () => {
    const { issue, consume } = await openLinks();
    const token = await issue('verify-email');
    expect(await consume('verify-email', `${token}=`)).toBeNull();
    expect(await consume('verify-email', `${token}\n`)).toBeNull();
    expect(await consume('verify-email', token)).not.toBeNull();
  });

  test('tells whom it was made for, also when it is used or over', async () => {
    const { driver, links, issue, consume, pass } = await openLinks();
    const token = await issue('verify-email');
    await consume('verify-email', token);
    expect(await links.subjectOf(driver, 'verify-email', token)).toBe('ann');
    expect(await links.subjectOf(driver, 'reset-password', token)).toBeNull();
    pass(2 * day);
    expect(await links.subjectOf(driver, 'verify-email', token)).toBe('ann');
  });
});

describe('a new token', () => {
  test('voids the older ones of its purpose and subject', async () => {
    const { issue, consume } = await openLinks();
    const old = await issue('reset-password');
    const other = await issue('reset-password', 'ben');
    const verify = await issue('verify-email');
    const next = await issue('reset-password');
    expect(await consume('reset-password', old)).toBeNull();
    expect(await consume('reset-password', other)).toMatchObject({ subject: 'ben' });
    expect(await consume('verify-email', verify)).toMatchObject({ subject: 'ann' });
    expect(await consume('reset-password', next)).toMatchObject({ subject: 'ann' });
  });

  test('of 20 that are issued at once only one is good', async () => {
    const { issue, consume } = await openLinks();
    const tokens = await Promise.all(Array.from({ length: 20 }, () => issue('reset-password')));
    const uses = await Promise.all(tokens.map((token) => consume('reset-password', token)));
    expect(uses.filter((link) => link !== null)).toHaveLength(1);
  });
});

test('tokens of a subject are voided, of one purpose or of all', async () => {
  const { driver, links, issue, consume } = await openLinks();
  const [reset, verify, other] = [
    await issue('reset-password'),
    await issue('verify-email'),
    await issue('reset-password', 'ben'),
  ];
  await links.voidAll(driver, 'ann', 'reset-password');
  expect(await consume('reset-password', reset)).toBeNull();
  expect(await links.peek(driver, 'verify-email', verify)).not.toBeNull();
  await links.voidAll(driver, 'ann');
  expect(await consume('verify-email', verify)).toBeNull();
  expect(await consume('reset-password', other)).not.toBeNull();
});

test('tokens that are long over are purged', async () => {
  const { driver, links, issue, pass } = await openLinks();
  const [reset, invite] = [await issue('reset-password'), await issue('invite')];
  pass(7 * day + 30 * minute - 1);
  await links.purge(driver);
  expect(await links.subjectOf(driver, 'reset-password', reset)).toBe('ann');
  pass(1);
  await links.purge(driver);
  expect(await links.subjectOf(driver, 'reset-password', reset)).toBeNull();
  expect(await links.subjectOf(driver, 'invite', invite)).toBe('ann');
});

test('lifetimes can be set', async () => {
  const { driver } = await openLinks();
  const links = createLinkTokens({ clock: () => start, lifetimes: { invite: day } });
  const { expiresAt } = await links.issue(driver, { purpose: 'invite', subject: 'invite-1' });
  expect(expiresAt).toBe(start + day);
});

test('a new token does not take longer for the many that went before', async () => {
  const { driver, issue } = await openLinks();
  async function quickest(): Promise<number> {
    const times: number[] = [];
    for (let count = 0; count < 20; count += 1) {
      const before = performance.now();
      await issue('reset-password', 'nobody');
      times.push(performance.now() - before);
    }
    return Math.min(...times);
  }
  await quickest();
  const first = await quickest();
  await driver.transaction((connection) =>
    connection.run(
      `INSERT INTO _svc_link_tokens (hash, purpose, subject, extra, created_at, expires_at, used_at)
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
        SELECT 'void ' || i, 'reset-password', 'nobody', '{}', 1, ?, 1 FROM n`,
      [start + day],
    ),
  );
  // Looking at all of them takes a hundred times as long.
  expect(await quickest()).toBeLessThan(10 * first + 1);
});
