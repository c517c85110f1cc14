import type { SessionsOptions } from './session-options.js';

/** What to do, in the words of the log and of `svc doctor`. */
export const sharedAddressAdvice = 'set SVC_BASE_URL to the same public address on every instance';

export interface SharedAddressOptions {
  /** The public address, where one is given. */
  readonly baseUrl: string | null;
  readonly sessions: SessionsOptions;
}

/**
 * Whether instances that share their sessions could refuse each other's tokens: the base URL is their issuer (auth.md, section 1),
 * and without one each takes its own port for it. Sessions in a file are for one machine and one port.
 */
export function lacksSharedAddress({ baseUrl, sessions }: SharedAddressOptions): boolean {
  return baseUrl === null && sessions.kind !== 'sqlite';
}
