/** The authenticated user of a request: the whole user record. */
export interface RequestUser {
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
 * What hooks, `validate` and access callbacks get as `req`: the Express request. Typed here by the part that is sure,
 * so that a config needs no Express types; an Express user may narrow it to `express.Request`.
 */
export interface HookRequest {
  readonly method: string;
  readonly url: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly params: Readonly<Record<string, unknown>>;
  readonly ip?: string | undefined;
  /** The user who sends the request; absent for others, and without `auth` in the config. */
  readonly user?: RequestUser | undefined;
  /** The API key that it carries. */
  readonly apiKey?: RequestApiKey | undefined;
  get(header: string): string | undefined;
}
