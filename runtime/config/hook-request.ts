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
  get(header: string): string | undefined;
}
