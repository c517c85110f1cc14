import type { KeyRequester } from '../../access/requester.js';
import type { Connection } from '../../storage/driver.js';

/** Looks up API keys for requests and manages them. A `connection` is that of the event's transaction. */
export interface ApiKeys {
  /**
   * The requester of a presented key, with its current rights: min(key's role, creator's role); notes its
   * last use at most once a minute. Null for a key that is unknown, disabled, expired, or whose creator is
   * gone.
   */
  authenticate(key: string): Promise<KeyRequester | null>;
  /** The same for a key that was used before, by its id. For a rotated key: its replacement. */
  requester(id: string): Promise<KeyRequester | null>;
  /**
   * Refuses scopes that a role may not give to a key.
   *
   * @throws ServiceError BAD_USER_INPUT for a scope that is unknown in this service, FORBIDDEN for one beyond
   * the role's own rights.
   */
  checkScopes(scopes: readonly string[], role: string): void;
  /** Makes a key; its text cannot be shown again. */
  create(connection: Connection, key: NewApiKey): Promise<MadeApiKey>;
  /** Newest first. */
  list(connection: Connection, query: ApiKeyQuery): Promise<ApiKeyPage>;
  find(connection: Connection, id: string): Promise<ApiKeyRecord | null>;
  /** Null when there is no such key. */
  update(connection: Connection, id: string, change: ApiKeyChange): Promise<ApiKeyRecord | null>;
  /**
   * Makes a key with the same rights and as long a life; the old one ends after the overlap. Null when there
   * is no such key.
   *
   * @throws ServiceError CONFLICT for a key that is disabled, expired, or rotated already.
   */
  rotate(connection: Connection, id: string, overlapSeconds: number): Promise<MadeApiKey | null>;
  /** False when there was none. */
  revoke(connection: Connection, id: string): Promise<boolean>;
  /** Revokes all keys that a user has made; their ids. */
  revokeAllOf(connection: Connection, userId: string): Promise<readonly string[]>;
}

/** A key as it is kept: without its text. Times are milliseconds since 1970. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly name: string;
  /** The first characters of its text. */
  readonly prefix: string;
  /** Null where the key has scopes instead. */
  readonly role: string | null;
  readonly scopes: readonly string[] | null;
  /** Null: made by the command line. */
  readonly createdBy: string | null;
  readonly createdAt: number;
  /** Null: never. */
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly disabled: boolean;
  /** Id of the key that it was rotated to. */
  readonly replacedBy: string | null;
}

export type NewApiKey = Pick<ApiKeyRecord, 'name' | 'role' | 'scopes' | 'createdBy' | 'expiresAt'>;

export type ApiKeyChange = Partial<Pick<ApiKeyRecord, 'name' | 'scopes' | 'expiresAt' | 'disabled'>>;

export interface MadeApiKey {
  readonly record: ApiKeyRecord;
  /** The text: `svc_sec_...`. */
  readonly key: string;
}

export interface ApiKeyQuery {
  /** Null: keys of all users. */
  readonly createdBy: string | null;
  readonly page: number;
  readonly limit: number;
}

export interface ApiKeyPage {
  readonly records: readonly ApiKeyRecord[];
  readonly total: number;
}
