import type { Local } from './local-types.js';
import type { Registered } from './register.js';

/**
 * The authenticated user of a request: the whole stored user, with relations as ids. It has the fields of
 * `users` once `svc generate` has run.
 */
export type RequestUser = Registered<'user', AnyUser>;

/** A user of whose fields only the built-in ones are known. */
export interface AnyUser {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly [field: string]: unknown;
}

/** The API key of a request. */
export interface RequestApiKey {
  readonly id: string;
  readonly name: string;
  readonly [field: string]: unknown;
}

/**
 * What hooks, `validate` and access callbacks receive as `req`: the Express request. Only the reliable part
 * is typed, so that a config needs no Express types; Express users may narrow it to `express.Request`.
 */
export interface HookRequest {
  readonly method: string;
  readonly url: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly params: Readonly<Record<string, unknown>>;
  readonly ip?: string | undefined;
  /** The user who sent the request; absent for other requesters, and without `auth` in the config. */
  readonly user?: RequestUser | undefined;
  /** The API key that the request was sent with. */
  readonly apiKey?: RequestApiKey | undefined;
  /**
   * The documents of the service, with the rights of this request. In the `before` hooks of a write, and in
   * callbacks that run with them, its calls belong to the transaction of the write.
   */
  readonly local: Local;
  get(header: string): string | undefined;
}
