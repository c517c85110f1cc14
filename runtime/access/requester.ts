import type { RequestUser } from '../config/hook-request.js';

/** Who sends a request. */
export type Requester = AnonymousRequester | UserRequester | KeyRequester;

export interface AnonymousRequester {
  readonly kind: 'anonymous';
}

/** A user with a live session. */
export interface UserRequester {
  readonly kind: 'user';
  /** The whole record with its own fields, relations as ids; as it is now, not as it was at login. */
  readonly user: RequestUser;
  readonly role: string;
  readonly rank: number;
  readonly session: SessionOfRequest;
}

export interface SessionOfRequest {
  readonly id: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** ISO 8601: when the user last proved who they are. */
  readonly authenticatedAt: string;
}

/** A machine with an API key. */
export interface KeyRequester {
  readonly kind: 'apiKey';
  readonly key: ApiKeyOfRequest;
  /** The lower of the key's role and its creator's role now; null where scopes replace the role. */
  readonly role: string | null;
  /** Rank of `role`; 0 with scopes. */
  readonly rank: number;
  /** Null where the key has a role instead. */
  readonly scopes: readonly string[] | null;
}

export interface ApiKeyOfRequest {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly createdBy: string | null;
}

export const anonymous: AnonymousRequester = Object.freeze({ kind: 'anonymous' });
