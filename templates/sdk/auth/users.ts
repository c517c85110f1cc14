import type { CollectionMethods, Outcome } from '../collection.js';
import type { CallOptions, Mode } from '../options.js';
import type { CollectionShape } from '../shape.js';
import type { AuthActiveSession, AuthLock, AuthMessage, AuthSystemSettings } from './answers.js';
import type { AuthRevokedSessions } from './auth.js';
import type { AuthAccountChangeError, AuthAccountError } from './errors.js';
import type { AuthSystemSettingsChanges } from './inputs.js';

/**
 * The methods of `client.users`. Administrators see and change users of lower rank, a super_admin all users;
 * every user sees and changes their own account. `create` makes a verified account.
 */
export interface AuthUserMethods<S extends CollectionShape, Safe extends Mode = false>
  extends CollectionMethods<S, Safe> {
  /** The user's sessions. For administrators. */
  sessions(
    id: string,
    options?: CallOptions,
  ): Promise<Outcome<Safe, { sessions: AuthActiveSession[] }, AuthAccountChangeError>>;
  /** Ends all sessions of the user. For administrators. */
  revokeSessions(
    id: string,
    options?: CallOptions,
  ): Promise<Outcome<Safe, AuthRevokedSessions, AuthAccountChangeError>>;
  /**
   * Which of these users, at most 100, are locked after failed logins. For administrators; users whom the
   * requester may not unlock are left out.
   */
  locks(
    ids: readonly string[],
    options?: CallOptions,
  ): Promise<Outcome<Safe, { locks: AuthLock[] }, AuthAccountError>>;
  /** Removes the lock after failed logins. For administrators. */
  unlock(id: string, options?: CallOptions): Promise<Outcome<Safe, AuthMessage, AuthAccountChangeError>>;
}

/** The methods of `client.globals.system`. */
export interface AuthSystemMethods<Safe extends Mode = false> {
  /** Reads the settings. For administrators. */
  get(query?: undefined, options?: CallOptions): Promise<Outcome<Safe, AuthSystemSettings, AuthAccountError>>;
  /** Changes the settings, with effect from the next request on. For a super_admin. */
  update(
    data: AuthSystemSettingsChanges,
    options?: CallOptions,
  ): Promise<Outcome<Safe, AuthSystemSettings, AuthAccountChangeError>>;
}
