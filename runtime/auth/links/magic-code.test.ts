import { describe, expect, onTestFinished, test } from 'vitest';
import { openTestDriver } from '../../../tests/support/test-database.js';
import type { Driver } from '../../storage/driver.js';
import { prepareSystemTables } from '../../storage/schema/system-tables.js';
import { createLinkTokens, linkTables } from './create-link-tokens.js';
import { createMagicCodes } from './magic-code.js';

const start = Date.UTC(2026, 0, 1);
const minute = 60_000;
const browser = 'the secret in a cookie of the browser that asked';

interface Opened {
  readonly driver: Driver;
  /** The newest link for ann, and its code. */
  issue(): Promise<{ readonly token: string; readonly code: string }>;
  /** The subject that logs in, or null. */
  enter(code: string, browserSecret?: string): Promise<string | null>;
  useLink(token: string): Promise<string | null>;
  pass(milliseconds: number): void;
}

async function openCodes(): Promise<Opened> {
  const driver = await openTestDriver({ path: ':memory:' });
  onTestFinished(() => driver.close());
  await prepareSystemTables(driver, linkTables);
  let now = start;
  const clock = (): number => now;
  const links = createLinkTokens({ clock });
  const codes = createMagicCodes({ clock });
  return {
    driver,
    issue: () =>
      driver.transaction(async (connection) => {
        const { token } = await links.issue(connection, { purpose: 'magic-link', subject: 'ann' });
        return { token, code: await codes.issueCode(connection, { subject: 'ann', browserSecret: browser }) };
      }),
    enter: (code, browserSecret = browser) =>
      codes.consumeCode(driver, { subject: 'ann', code, browserSecret }, async (_, { subject }) => subject),
    useLink: async (token) => (await links.consume(driver, 'magic-link', token))?.subject ?? null,
    pass: (milliseconds) => {
      now += milliseconds;
    },
  };
}

/** Another code of the same form. */
function wrong(code: string): string {
  return code.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'));
}

describe('the code of a magic link', () => {
  test('has eight letters that cannot be mistaken for others', async () => {
    const { issue } = await openCodes();
    const codes: string[] = [];
    for (let made = 0; made < 200; made += 1) codes.push((await issue()).code);
    expect(codes.filter((code) => !/^[2-9A-HJ-NP-Z]{8}$/.test(code))).toEqual([]);
    expect(new Set(codes).size).toBe(200);
    expect(new Set(codes.join('')).size).toBe(32);
  });

  test('is not in the table, and neither is the browser', async () => {
    const { driver, issue } = await openCodes();
    const { code } = await issue();
    const text = JSON.stringify(await driver.all('SELECT * FROM _svc_link_tokens', []));
    expect([text.includes(code), text.includes(browser)]).toEqual([false, false]);
  });

  test('is used once, and its link goes with it', async () => {
    const { issue, enter, useLink } = await openCodes();
    const { token, code } = await issue();
    expect(await enter(code)).toBe('ann');
    expect(await enter(code)).toBeNull();
    expect(await useLink(token)).toBeNull();
  });

  test('goes with its link', async () => {
    const { issue, enter, useLink } = await openCodes();
    const { token, code } = await issue();
    expect(await useLink(token)).toBe('ann');
    expect(await enter(code)).toBeNull();
  });

  test('may be typed in lower case and in groups', async () => {
    const { issue, enter } = await openCodes();
    const { code } = await issue();
    expect(await enter(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `)).toBe('ann');
  });

  test('works in the browser that asked for it only', async () => {
    const { issue, enter } = await openCodes();
    const { code } = await issue();
    expect(await enter(code, 'another secret')).toBeNull();
    expect(await enter(code, '')).toBeNull();
    expect(await enter(code)).toBe('ann');
  });

  test('is void after five wrong tries, but its link is not', async () => {
    const { issue, enter, useLink } = await openCodes();
    const { token, code } = await issue();
    for (let tried = 0; tried < 5; tried += 1) expect(await enter(wrong(code))).toBeNull();
    expect(await enter(code)).toBeNull();
    expect(await useLink(token)).toBe('ann');
  });

  test('may be right at the fifth try', async () => {
    const { issue, enter } = await openCodes();
    const { code } = await issue();
    for (let tried = 0; tried < 4; tried += 1) expect(await enter(wrong(code))).toBeNull();
    expect(await enter(code)).toBe('ann');
  });

  test('is not used up by tries of other browsers', async () => {
    const { issue, enter } = await openCodes();
    const { code } = await issue();
    for (let tried = 0; tried < 20; tried += 1) expect(await enter(wrong(code), 'a stranger')).toBeNull();
    expect(await enter(code)).toBe('ann');
  });

  test('of 100 wrong tries at once sees five, then is void', async () => {
    const { driver, issue, enter } = await openCodes();
    const { code } = await issue();
    await Promise.all(Array.from({ length: 100 }, () => enter(wrong(code))));
    expect((await driver.get('SELECT code_tries AS tries FROM _svc_link_tokens', []))?.['tries']).toBe(5);
    expect(await enter(code)).toBeNull();
  });

  test('of 5 right tries at once is given to one', async () => {
    const { issue, enter } = await openCodes();
    const { code } = await issue();
    const uses = await Promise.all(Array.from({ length: 5 }, () => enter(code)));
    expect(uses.filter((subject) => subject !== null)).toEqual(['ann']);
  });

  test('lives as long as its link', async () => {
    const { issue, enter, pass } = await openCodes();
    const { code } = await issue();
    pass(10 * minute);
    expect(await enter(code)).toBeNull();
  });

  test('of before is void when a new one is sent', async () => {
    const { issue, enter } = await openCodes();
    const { code: old } = await issue();
    const { code } = await issue();
    expect(await enter(old)).toBeNull();
    expect(await enter(code)).toBe('ann');
  });

  test('counts no try whose effect fails, and is not used up by it', async () => {
    const { driver, issue, enter } = await openCodes();
    const { code } = await issue();
    const codes = createMagicCodes({ clock: () => start });
    const failing = codes.consumeCode(driver, { subject: 'ann', code, browserSecret: browser }, async () => {
      throw new Error('the session store is away');
    });
    await expect(failing).rejects.toThrow('away');
    expect((await driver.get('SELECT code_tries AS tries FROM _svc_link_tokens', []))?.['tries']).toBe(0);
    expect(await enter(code)).toBe('ann');
  });

  test('needs a link that it belongs to', async () => {
    const { driver } = await openCodes();
    const codes = createMagicCodes({ clock: () => start });
    await expect(codes.issueCode(driver, { subject: 'nobody', browserSecret: browser })).rejects.toThrow(
      'issue that first',
    );
  });
});
