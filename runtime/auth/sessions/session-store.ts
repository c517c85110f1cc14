/**
 * The session adapter: sessions and counters. SQLite, PostgreSQL and Redis, behind one conformance suite.
 * Every method rejects with ServiceError UNAVAILABLE while the store is away.
 */
export interface SessionRow {
  /** 128 random bits or more, base64url. */
  readonly id: string;
  readonly userId: string;
  /** Milliseconds since 1970, as all times here. */
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** Of the newest refresh token. */
  readonly counter: number;
  readonly salt: string;
  readonly rotatedAt: number;
  /** How the user proved who they are: `pwd`, `magic-link`. */
  readonly amr: string;
  readonly authTime: number;
  /** Whether cookies outlive the browser. */
  readonly remember: boolean;
}

/**
 * What cannot be the id of a session need not be looked up, and is refused by no store in a way of its own.
 */
export function isSessionId(id: string): boolean {
  return /^[\w-]{1,64}$/.test(id);
}

/** What {@link SessionStore.steady} writes, at `now`. */
export interface SessionTimes extends Pick<SessionRow, 'expiresAt' | 'lastSeenAt' | 'rotatedAt'> {
  readonly now: number;
}

export interface SessionStore {
  /** Also drops the oldest sessions of the user beyond `maxPerUser`, and returns their ids. */
  create(session: SessionRow, maxPerUser: number): Promise<readonly string[]>;
  /** Null when it does not exist or was revoked. Expiry is the caller's to judge. */
  get(id: string): Promise<SessionRow | null>;
  /** Compare and swap: moves the counter from `from` to `from + 1`; false when it was not `from`. */
  rotate(id: string, from: number, now: number): Promise<boolean>;
  /** Notes the time of the last request. */
  touch(id: string, now: number): Promise<void>;
  /** Newest first. */
  listByUser(userId: string): Promise<readonly SessionRow[]>;
  /** False when there was none. */
  revoke(id: string): Promise<boolean>;
  /** Returns the number revoked. */
  revokeOthers(userId: string, keepId: string): Promise<number>;
  revokeAll(userId: string): Promise<number>;
  /** Writes other times into a session, whose own lie in the future: a clock was set back. */
  steady(id: string, times: SessionTimes): Promise<void>;
  /**
   * Removes what has expired or idled out, where the store does not by itself; called periodically. Returns
   * the number of sessions removed.
   */
  purge(now: number, idleSince: number): Promise<number>;
  readonly counters: CounterStore;
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Counters that every instance shares: lockout, rate limits. */
export interface CounterStore {
  /**
   * Adds `by` to a counter in one atomic step; a counter that is new or over starts again with the given
   * life. One whose end is further away than that, since a clock was set back, ends after that life from now.
   */
  add(key: string, by: number, lifeMilliseconds: number, now: number): Promise<Counter>;
  get(key: string, now: number): Promise<Counter | null>;
  /** Sets a counter with a life of its own. */
  set(key: string, value: number, lifeMilliseconds: number, now: number): Promise<void>;
  delete(key: string): Promise<void>;
}

/**
 * Reads a counter whose life is known: one whose end is further away than that ends after that life from now.
 */
export async function lookAtCounter(
  counters: CounterStore,
  key: string,
  { now, lifeOf }: { readonly now: number; readonly lifeOf: (counter: Counter) => number },
): Promise<Counter | null> {
  const counter = await counters.get(key, now);
  if (counter === null) return null;
  const life = lifeOf(counter);
  // Stored, or the end would move with every look.
  return counter.endsAt - now > life ? counters.add(key, 0, life, now) : counter;
}

export interface Counter {
  readonly value: number;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}
