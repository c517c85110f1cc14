import { createHash, randomBytes } from 'node:crypto';
import type { Connection, Row } from '../../storage/driver.js';
import { lockName } from '../../storage/locks.js';
import { purgeRows } from '../../storage/purge-rows.js';
import { type SystemTable, systemColumns } from '../../storage/schema/system-tables.js';
import type { Clock } from '../../util/clock.js';
import type { LinkPurpose, LinkToken, LinkTokens } from './link-tokens.js';

export interface LinkTokensOptions {
  readonly clock: Clock;
  /** Milliseconds, each instead of its default. */
  readonly lifetimes?: Partial<Readonly<Record<LinkPurpose, number>>>;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** docs/spec/auth.md#link-tokens. */
const defaultLifetimes: Readonly<Record<LinkPurpose, number>> = {
  'verify-email': 24 * hour,
  'reset-password': 30 * minute,
  'change-email': hour,
  'magic-link': 10 * minute,
  invite: 7 * day,
};

/**
 * So long after its end a token is still told from one that never was: a verification link that is opened
 * again.
 */
const kept = 7 * day;

const open = 'purpose = ? AND hash = ? AND used_at IS NULL AND expires_at > ?';
const sql = {
  insert:
    'INSERT INTO _svc_link_tokens (hash, purpose, subject, extra, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
  peek: `SELECT subject, extra, expires_at FROM _svc_link_tokens WHERE ${open}`,
  consume: `UPDATE _svc_link_tokens SET used_at = ? WHERE ${open}`,
  get: 'SELECT subject, extra, expires_at FROM _svc_link_tokens WHERE purpose = ? AND hash = ?',
  openOf: `SELECT subject, extra, created_at, expires_at FROM _svc_link_tokens
    WHERE subject = ? AND purpose = ? AND used_at IS NULL AND expires_at > ? ORDER BY created_at DESC LIMIT 1`,
  voidPurpose:
    'UPDATE _svc_link_tokens SET used_at = ? WHERE subject = ? AND purpose = ? AND used_at IS NULL',
  // A token keeps the lifetime that it was made with. Its row stores the end, or the end would keep moving.
  made: 'SELECT 1 AS made FROM _svc_link_tokens WHERE hash = ? AND created_at > ?',
  steady:
    'UPDATE _svc_link_tokens SET expires_at = ? + expires_at - created_at, created_at = ? WHERE hash = ?',
  voidAll: 'UPDATE _svc_link_tokens SET used_at = ? WHERE subject = ? AND used_at IS NULL',
} as const;

const tokens = { table: '_svc_link_tokens', key: 'hash', endedAt: 'expires_at' };

/** Tokens of mails, in the content database; their table is in `linkTables`. */
export function createLinkTokens({ clock, lifetimes = {} }: LinkTokensOptions): LinkTokens {
  const lifetimeOf = { ...defaultLifetimes, ...lifetimes };

  async function voidPurpose(connection: Connection, subject: string, purpose: LinkPurpose): Promise<void> {
    await connection.run(sql.voidPurpose, [clock(), subject, purpose]);
  }

  /**
   * A token that was made later than now, since the clock was set back, lasts its length from now
   * (docs/spec/auth.md#clocks).
   */
  async function steady(connection: Connection, hash: string): Promise<void> {
    const now = clock();
    if ((await connection.get(sql.made, [hash, now])) === undefined) return;
    await connection.run(sql.steady, [now, now, hash]);
  }

  return {
    async issue(connection, { purpose, subject, extra = {}, keepOlder = false }) {
      if (!keepOlder) {
        await lockName(connection, `link ${purpose} ${subject}`);
        await voidPurpose(connection, subject, purpose);
      }
      const token = randomBytes(32).toString('base64url');
      const now = clock();
      const expiresAt = now + lifetimeOf[purpose];
      const parameters = [hashOf(token), purpose, subject, JSON.stringify(extra), now, expiresAt];
      await connection.run(sql.insert, parameters);
      return { token, expiresAt };
    },

    async peek(connection, purpose, token) {
      const hash = hashOf(token);
      await steady(connection, hash);
      const row = await connection.get(sql.peek, [purpose, hash, clock()]);
      return row === undefined ? null : linkTokenOf(row);
    },

    async consume(connection, purpose, token) {
      const now = clock();
      const hash = hashOf(token);
      await steady(connection, hash);
      if ((await connection.run(sql.consume, [now, purpose, hash, now])) === 0) return null;
      const row = await connection.get(sql.get, [purpose, hash]);
      return row === undefined ? null : linkTokenOf(row);
    },

    async subjectOf(connection, purpose, token) {
      const row = await connection.get(sql.get, [purpose, hashOf(token)]);
      return row === undefined ? null : linkTokenOf(row).subject;
    },

    async openOf(connection, purpose, subject) {
      const now = clock();
      const row = await connection.get(sql.openOf, [subject, purpose, now]);
      if (row === undefined) return null;
      const link = linkTokenOf(row);
      // Made later than now, since the clock was set back: see `steady`.
      const madeLater = Math.max(0, Number(row['created_at']) - now);
      return { ...link, expiresAt: link.expiresAt - madeLater };
    },

    async voidAll(connection, subject, purpose) {
      if (purpose !== undefined) return voidPurpose(connection, subject, purpose);
      await connection.run(sql.voidAll, [clock(), subject]);
    },

    purge: (driver) => purgeRows(driver, tokens, clock() - kept),
  };
}

/** Link tokens and the codes that go with magic links. */
export const linkTables: readonly SystemTable[] = [
  {
    name: '_svc_link_tokens',
    columns: [
      ...systemColumns('text', { required: ['hash', 'purpose', 'subject', 'extra'] }),
      ...systemColumns('integer', { required: ['created_at', 'expires_at'], optional: ['used_at'] }),
      ...systemColumns('text', { optional: ['code_hash', 'code_browser'] }),
      { name: 'code_tries', type: 'integer', notNull: true, default: 0 },
    ],
    primaryKey: ['hash'],
    indexes: [
      { name: '_svc_link_tokens_subject', columns: ['subject', 'purpose'] },
      // Dummy tokens, made for unknown addresses, are many and nearly all void: with the index above alone
      // each new one would take longer than the last, and longer than one of a user.
      { name: '_svc_link_tokens_open', columns: ['subject', 'purpose'], whereNull: 'used_at' },
      { name: '_svc_link_tokens_expiry', columns: ['expires_at'] },
    ],
  },
];

/**
 * 256 random bits need no salt and no slow hash; a reader of the table cannot use its contents (OWASP ASVS 5,
 * 6.5.2).
 */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** @param row - `subject`, `extra` and `expires_at` of a token, as this room wrote them. */
export function linkTokenOf(row: Row): LinkToken {
  return {
    subject: row['subject'] as string,
    extra: JSON.parse(row['extra'] as string) as Readonly<Record<string, string>>,
    expiresAt: row['expires_at'] as number,
  };
}
