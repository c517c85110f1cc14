import type { SessionsOptions } from './database-options.js';

/** Advice shown in the log and by `svc doctor`. */
export const sharedAddressAdvice = 'set SVC_BASE_URL to the same public address on every instance';

export interface SharedAddressOptions {
  /** The public URL; null if not configured. */
  readonly baseUrl: string | null;
  readonly sessions: SessionsOptions;
}

/**
 * Whether instances that share sessions could reject each other's tokens. The base URL is the issuer of
 * tokens (docs/spec/auth.md#access-tokens); without one, each instance uses its own port in it. Sessions in a
 * file are for one machine and one port.
 */
export function lacksSharedAddress({ baseUrl, sessions }: SharedAddressOptions): boolean {
  return baseUrl === null && !('path' in sessions);
}
