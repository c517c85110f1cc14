import type { Answer, CollectionMethods } from '../collection.js';
import type { DeleteError } from '../errors.js';
import type { CallOptions } from '../options.js';
import type { CollectionShape, DocumentAt } from '../shape.js';
import type { AuthActiveSession, AuthMessage, AuthSystemSettings } from './answers.js';
import type { AuthRevokedSessions } from './auth.js';
import type { AuthAccountChangeError, AuthAccountError } from './errors.js';
import type { AuthSystemSettingsChanges } from './inputs.js';

/** The methods of `client.users`. */
export interface AuthUserMethods<S extends CollectionShape, Safe extends boolean = false>
  extends Pick<CollectionMethods<S, Safe>, 'find' | 'findById' | 'count' | 'iterate'> {
  /** Makes an account for somebody, verified from the start. For administrators. */
  create(data: S['create'], options?: CallOptions): Answer<Safe, DocumentAt<S, 0>, AuthAccountChangeError>;
  /** Changes a user: one's own name and fields, or as an administrator somebody's. Only a super_admin changes roles. */
  update(
    id: string,
    data: S['update'],
    options?: CallOptions,
  ): Answer<Safe, DocumentAt<S, 0>, AuthAccountChangeError>;
  /** Deletes a user. For administrators. */
  delete(id: string, options?: CallOptions): Answer<Safe, AuthMessage, DeleteError>;
  /** Where the user is logged in. For administrators. */
  sessions(
    id: string,
    options?: CallOptions,
  ): Answer<Safe, { sessions: AuthActiveSession[] }, AuthAccountChangeError>;
  /** Logs the user out everywhere. For administrators. */
  revokeSessions(
    id: string,
    options?: CallOptions,
  ): Answer<Safe, AuthRevokedSessions, AuthAccountChangeError>;
  /** Lifts the lock after failed logins. For administrators. */
  unlock(id: string, options?: CallOptions): Answer<Safe, AuthMessage, AuthAccountChangeError>;
}

/** The methods of `client.globals.system`. */
export interface AuthSystemMethods<Safe extends boolean = false> {
  /** Reads the settings. For administrators. */
  get(query?: undefined, options?: CallOptions): Answer<Safe, AuthSystemSettings, AuthAccountError>;
  /** Changes them, from the next request on. For a super_admin. */
  update(
    data: AuthSystemSettingsChanges,
    options?: CallOptions,
  ): Answer<Safe, AuthSystemSettings, AuthAccountChangeError>;
}
