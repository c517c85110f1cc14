import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Connection, Driver } from '../../storage/driver.js';
import type { Clock } from '../../util/clock.js';
import { linkTokenOf } from './create-link-tokens.js';
import type { LinkToken } from './link-tokens.js';

/**
 * The code of a magic link, for a mail that is read on another device: 8 letters to type into the browser
 * that asked for it. It is another way to use the same token, so either of the two voids the other.
 */
export interface MagicCodes {
  /**
   * Gives the magic-link token that was just issued to `subject` a code; within the same transaction.
   *
   * @throws Error when the subject has no open token.
   */
  issueCode(
    connection: Connection,
    link: { readonly subject: string; readonly browserSecret: string },
  ): Promise<string>;
  /**
   * Uses the token by its code and runs `effect` in the same transaction; null for a wrong code, another
   * browser, a sixth try, and a token that is used or expired. The try is counted in a transaction before, so
   * that it stays counted while the code is compared; a fault of the storage gives it back.
   */
  consumeCode<T>(
    driver: Driver,
    attempt: { readonly subject: string; readonly code: string; readonly browserSecret: string },
    effect: (connection: Connection, link: LinkToken) => Promise<T>,
  ): Promise<T | null>;
}

/** Without 0, O, 1 and I, which look alike. 32 letters, so that each takes 5 random bits without bias. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const codeLength = 8;
/** Five of 2^40: OWASP ASVS 5, 6.5.5 and 6.6.3, short-lived codes that cannot be guessed. */
const maxTries = 5;

const open = `purpose = 'magic-link' AND subject = ? AND used_at IS NULL AND expires_at > ?`;
const sql = {
  issue: `UPDATE _svc_link_tokens SET code_hash = ?, code_browser = ?, code_tries = 0 WHERE ${open}`,
  // Tries of other browsers can never succeed, so they must not use up those of the right one.
  countTry: `UPDATE _svc_link_tokens SET code_tries = code_tries + 1
    WHERE ${open} AND code_browser = ? AND code_tries < ${maxTries}`,
  returnTry: `UPDATE _svc_link_tokens SET code_tries = code_tries - 1
    WHERE ${open} AND code_browser = ? AND code_tries > 0`,
  // As for the token itself: see create-link-tokens.ts.
  steady: `UPDATE _svc_link_tokens SET expires_at = ? + expires_at - created_at, created_at = ?
    WHERE purpose = 'magic-link' AND subject = ? AND used_at IS NULL AND created_at > ?`,
  consume: `UPDATE _svc_link_tokens SET used_at = ? WHERE ${open} AND code_browser = ? AND code_hash = ?`,
  get: `SELECT subject, extra, expires_at FROM _svc_link_tokens
    WHERE purpose = 'magic-link' AND subject = ? AND code_hash = ? AND used_at = ?`,
} as const;

/** Codes of magic links, stored next to the tokens in their table. */
export function createMagicCodes({ clock }: { readonly clock: Clock }): MagicCodes {
  return {
    async issueCode(connection, { subject, browserSecret }) {
      const code = randomCode();
      const parameters = [codeHash(code, browserSecret), browserHash(browserSecret), subject, clock()];
      const given = await connection.run(sql.issue, parameters);
      if (given !== 1)
        throw new Error('A code needs the magic-link token that it belongs to: issue that first.');
      return code;
    },

    async consumeCode(driver, { subject, code, browserSecret }, effect) {
      const now = clock();
      const browser = browserHash(browserSecret);
      await driver.run(sql.steady, [now, now, subject, now]);
      if ((await driver.run(sql.countTry, [subject, now, browser])) === 0) return null;
      const hash = codeHash(normalised(code), browserSecret);
      try {
        return await driver.transaction(async (connection) => {
          if ((await connection.run(sql.consume, [now, subject, now, browser, hash])) === 0) return null;
          const row = await connection.get(sql.get, [subject, hash, now]);
          return row === undefined ? null : effect(connection, linkTokenOf(row));
        });
      } catch (error) {
        // Whether the code was right is not known. The fault is reported, not that the try stays counted.
        await driver.run(sql.returnTry, [subject, now, browser]).catch(() => undefined);
        throw error;
      }
    },
  };
}

function randomCode(): string {
  return Array.from(randomBytes(codeLength), (byte) => alphabet.charAt(byte % alphabet.length)).join('');
}

/** As people type it: in lower case, in groups. */
function normalised(code: string): string {
  return code.replace(/[\s-]/g, '').toUpperCase();
}

/** 40 bits could be tried out by a reader of the table, were the browser's secret not the key. */
function codeHash(code: string, browserSecret: string): string {
  return createHmac('sha256', browserSecret).update(`svc magic code\0${code}`).digest('hex');
}

function browserHash(browserSecret: string): string {
  return createHash('sha256').update(`svc magic browser\0${browserSecret}`).digest('hex');
}
