/**
 * Users as authentication sees them. Implemented over the `users` collection, given to this room from
 * outside.
 */
import type { Connection } from '../../storage/driver.js';
import type { JsonObject } from '../../util/json.js';

/**
 * The user object of every response (docs/spec/auth.md#user-object), with the fields that the config adds.
 */
export interface UserRecord {
  readonly id: string;
  /** Lower case. */
  readonly email: string;
  readonly name: string | null;
  readonly role: string;
  readonly emailVerified: boolean;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly [field: string]: unknown;
}

export interface NewUser {
  readonly email: string;
  readonly name: string | null;
  readonly role: string;
  readonly emailVerified: boolean;
  /** Null: none yet (an invitation, a magic link). */
  readonly passwordHash: string | null;
  /** Values of the config's own fields, already validated. */
  readonly fields?: JsonObject;
}

/** The hooks of users for the writes of one transaction. What they are, the layer of documents knows. */
export interface AccountHooks {
  /** Runs what follows the commit. */
  committed(): Promise<void>;
}

export type UserChange = Partial<Pick<UserRecord, 'email' | 'name' | 'role' | 'emailVerified'>>;

/**
 * A `connection` is the driver for a read of its own, or that of the transaction that the call belongs to.
 */
export interface UserStore {
  find(connection: Connection, id: string): Promise<UserRecord | null>;
  /** `email` in its stored form (trimmed, lower case). */
  findByEmail(connection: Connection, email: string): Promise<UserRecord | null>;
  /** The argon2id hash; null where the user has none or does not exist. */
  passwordHash(connection: Connection, id: string): Promise<string | null>;
  /**
   * The same, in a transaction: writes of the hash wait until it ends, so that what it stores cannot follow a
   * new password.
   */
  lockPasswordHash(connection: Connection, id: string): Promise<string | null>;
  /** @throws UniqueViolation when the email is already in use. */
  insert(connection: Connection, user: NewUser, hooks?: AccountHooks | null): Promise<UserRecord>;
  /** Null when there is no such user. @throws UniqueViolation when the email is already in use. */
  update(
    connection: Connection,
    id: string,
    change: UserChange,
    hooks?: AccountHooks | null,
  ): Promise<UserRecord | null>;
  /** The same, with the config's own fields as they are in a new account. */
  reset(
    connection: Connection,
    id: string,
    change: UserChange,
    hooks?: AccountHooks | null,
  ): Promise<UserRecord | null>;
  setPasswordHash(connection: Connection, id: string, hash: string | null): Promise<void>;
  /** Puts a hash in the place of the one that was looked at; false where it was changed meanwhile. */
  replacePasswordHash(
    connection: Connection,
    id: string,
    change: { readonly from: string; readonly to: string },
  ): Promise<boolean>;
  /** How many users have this role. */
  countByRole(connection: Connection, role: string): Promise<number>;
}
