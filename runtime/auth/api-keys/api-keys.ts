import type { KeyRequester } from '../../access/requester.js';

/** Looks up API keys of requests. What endpoints do with keys is beside it, in this room. */
export interface ApiKeys {
  /**
   * Who a presented key is, with rights as they are now: min(key's role, creator's role); notes its last use at most once a
   * minute. Null for a key that is unknown, disabled, expired, or whose creator is gone.
   */
  authenticate(key: string): Promise<KeyRequester | null>;
}
