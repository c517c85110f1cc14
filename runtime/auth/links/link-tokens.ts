import type { Connection, Driver } from '../../storage/driver.js';

/** What a mailed token is good for. */
export type LinkPurpose = 'verify-email' | 'reset-password' | 'change-email' | 'magic-link' | 'invite';

/**
 * Tokens in mails: 32 random bytes in base64url, stored as SHA-256, used once
 * (docs/spec/auth.md#link-tokens).
 */
export interface LinkTokens {
  /**
   * Makes a token and voids older ones of the same purpose and subject. `subject` is a user id, or an invite
   * id. `extra` is kept with it and given back on use: the bound browser and code of a magic link, a
   * `redirectTo`.
   */
  issue(
    connection: Connection,
    link: {
      readonly purpose: LinkPurpose;
      readonly subject: string;
      readonly extra?: Readonly<Record<string, string>>;
      /** Older ones stay good: for a mail that its receiver did not ask for. */
      readonly keepOlder?: boolean;
    },
  ): Promise<{ readonly token: string; readonly expiresAt: number }>;
  /** Looks without using: for pages opened from mails. Null for unknown, used and expired ones alike. */
  peek(connection: Connection, purpose: LinkPurpose, token: string): Promise<LinkToken | null>;
  /**
   * Uses the token with one conditional update: of any number of callers exactly one gets it. Within the
   * effect's transaction.
   */
  consume(connection: Connection, purpose: LinkPurpose, token: string): Promise<LinkToken | null>;
  /**
   * Whom a token was made for, also when it is used or expired; null when it never was, or was long ago. It
   * proves nothing: for pages that tell "already verified" from "unknown".
   */
  subjectOf(connection: Connection, purpose: LinkPurpose, token: string): Promise<string | null>;
  /** The newest open token of a subject, without using it; null where there is none. */
  openOf(connection: Connection, purpose: LinkPurpose, subject: string): Promise<LinkToken | null>;
  /** Voids every open token of a subject, of one purpose or of all. */
  voidAll(connection: Connection, subject: string, purpose?: LinkPurpose): Promise<void>;
  /** Removes what is long over; called periodically. Returns the number of tokens removed. */
  purge(driver: Driver): Promise<number>;
}

export interface LinkToken {
  readonly subject: string;
  readonly extra: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}
