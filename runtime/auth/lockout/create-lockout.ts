import { createHmac, hkdfSync } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { Clock } from '../../util/clock.js';
import { createKeyedMutex } from '../../util/keyed-mutex.js';
import { type Counter, type CounterStore, lookAtCounter } from '../sessions/session-store.js';
import type { Attempted, Lockout } from './lockout.js';

export interface LockoutOptions {
  /** Shared by every instance. */
  readonly counters: CounterStore;
  /** Keys are HMACs of emails, so that the store does not reveal who tried to log in. */
  readonly secret: string;
  /** Failures in a row that lock. */
  readonly attempts: number;
  /** How long a lock lasts. */
  readonly minutes: number;
  readonly clock: Clock;
  /** The same for a known device, which has a counter of its own. Default: `attempts`. */
  readonly deviceAttempts?: number;
  /** Milliseconds to wait for the attempts of other processes. Default 5 000. */
  readonly timeout?: number;
}

/** One account's attempts, as seen by one kind of browser. */
interface Account {
  readonly key: string;
  readonly attempts: number;
}

/** docs/spec/auth.md#lockout: failures are forgotten after a day. */
const memory = 24 * 60 * 60_000;
/** The value of a counter while its account is locked: attempts under way cannot bring it below the limit. */
const lockedValue = 1_000_000_000;
const pause = 50;
/** Max number of accounts whose counters are to be corrected when the store is back. */
const maxOwed = 10_000;

/**
 * The lock of accounts. The slot of an attempt is reserved in the counter before it hashes and stays reserved
 * when it fails, so that any number of attempts at once, in any number of processes, run no more often than
 * failures are allowed (OWASP ASVS 5, 6.3.1). One counter does it all: the failures in a row, and the lock as
 * a value above all failures with the life of the lock.
 */
export function createLockout({
  counters,
  secret,
  attempts,
  minutes,
  clock,
  deviceAttempts = attempts,
  timeout = 5_000,
}: LockoutOptions): Lockout {
  const hmacKey = Buffer.from(hkdfSync('sha256', secret, '', 'svc lockout', 32));
  const mutex = createKeyedMutex({ tooLate: tooMany });

  function keyOf(...parts: readonly string[]): string {
    return `lockout:${createHmac('sha256', hmacKey).update(parts.join('\0')).digest('hex')}`;
  }

  /**
   * Unlocking counts up what device counters are named after: the devices of an account cannot be listed.
   */
  async function accountOf(email: string, device: string | null): Promise<Account> {
    if (device === null) return { key: keyOf(email), attempts };
    const unlocks = await counters.get(keyOf(email, 'unlocks'), clock());
    return { key: keyOf(email, 'device', device, String(unlocks?.value ?? 0)), attempts: deviceAttempts };
  }

  const lockLength = minutes * 60_000;

  /**
   * A lock, or the memory of failures, lasts no longer than its length from now, whatever the clock did
   * (docs/spec/auth.md#clocks).
   */
  function look(key: string): Promise<Counter | null> {
    const lifeOf = (counter: Counter): number => (isLocked(counter) ? lockLength : memory);
    return lookAtCounter(counters, key, { now: clock(), lifeOf });
  }

  /** What could not be taken back, since the store was away: by key, how many places, and whether a lock. */
  const owed = new Map<string, { readonly places: number; readonly lock: boolean }>();

  function owe({ key }: Account, { places = 0, lock = false }: { places?: number; lock?: boolean }): void {
    if (owed.size >= maxOwed) owed.clear();
    const before = owed.get(key);
    owed.set(key, { places: (before?.places ?? 0) + places, lock: lock || before?.lock === true });
  }

  /**
   * Gives a place back after a fault; if that fails as well, before the next attempt. The fault itself is
   * what is reported.
   */
  async function giveBackSurely(account: Account): Promise<void> {
    try {
      await giveBack(account);
    } catch {
      owe(account, { places: 1 });
    }
  }

  /** The same for the lock of a failure that does not count: its place stays taken. */
  async function releaseSurely(account: Account): Promise<void> {
    try {
      const counter = await look(account.key);
      if (counter === null || !isLocked(counter)) return;
      await counters.set(account.key, account.attempts, memory, clock());
    } catch {
      owe(account, { lock: true });
    }
  }

  async function settle(account: Account): Promise<void> {
    const owing = owed.get(account.key);
    if (owing === undefined) return;
    owed.delete(account.key);
    if (owing.lock) await releaseSurely(account);
    for (let place = 0; place < owing.places; place += 1) await giveBackSurely(account);
  }

  /** Takes a slot, or waits for one that another process may release. Returns its number, counted from 1. */
  async function reserve(account: Account): Promise<number> {
    const deadline = performance.now() + timeout;
    for (;;) {
      refuseLocked(await look(account.key), clock());
      const counter = await counters.add(account.key, 1, memory, clock());
      refuseLocked(counter, clock());
      if (counter.value <= account.attempts) return counter.value;
      if (performance.now() >= deadline) break;
      await giveBack(account);
      await delay(pause);
    }
    // The processes that hold the slots ended in the middle of an attempt: these count as failures.
    throw lockedError(await lock(account));
  }

  async function giveBack({ key }: Account): Promise<void> {
    const { value } = await counters.add(key, -1, memory, clock());
    // A success has reset the counter in between: nothing is released, and no client gets an extra attempt.
    if (value < 0) await counters.delete(key);
  }

  /** Returns the duration of the lock in milliseconds. */
  async function lock({ key }: Account): Promise<number> {
    await counters.set(key, lockedValue, lockLength, clock());
    return lockLength;
  }

  /**
   * Whether the failure in this place was the last one allowed. Where a place was given back meanwhile, one
   * is left.
   */
  async function isLastFailure(account: Account, place: number): Promise<boolean> {
    if (place < account.attempts) return false;
    const counter = await look(account.key);
    return counter !== null && !isLocked(counter) && counter.value >= account.attempts;
  }

  async function countFailure(
    account: Account,
    { place, note }: { readonly place: number; readonly note: (locks: boolean) => Promise<void> },
  ): Promise<void> {
    if (!(await isLastFailure(account, place))) return note(false);
    try {
      await lock(account);
      await note(true);
    } catch (error) {
      await releaseSurely(account);
      throw error;
    }
  }

  /**
   * An attempt that cannot be made, or whose end cannot be noted, is no failure of the person
   * (docs/spec/auth.md#lockout).
   */
  async function run<T>(account: Account, attempt: () => Promise<Attempted<T>>): Promise<T> {
    const place = await reserve(account);
    try {
      const attempted = await attempt();
      if (attempted.succeeded) await counters.delete(account.key);
      else await countFailure(account, { place, note: attempted.note });
      return attempted.value;
    } catch (error) {
      await giveBackSurely(account);
      throw error;
    }
  }

  return {
    async guard(email, attempt, device = null) {
      const account = await accountOf(email, device);
      await settle(account);
      // Those who find the account locked need not wait for their turn.
      refuseLocked(await look(account.key), clock());
      return mutex.runExclusive(account.key, () => run(account, attempt));
    },

    async lockedUntil(email) {
      const counter = await look(keyOf(email));
      return counter !== null && isLocked(counter) ? counter.endsAt : null;
    },

    async unlock(email) {
      await counters.delete(keyOf(email));
      await counters.add(keyOf(email, 'unlocks'), 1, 2 * memory, clock());
    },
  };
}

/** Places given back take a little off the value. */
function isLocked({ value }: Counter): boolean {
  return value > lockedValue / 2;
}

function refuseLocked(counter: Counter | null, now: number): void {
  if (counter !== null && isLocked(counter)) throw lockedError(counter.endsAt - now);
}

function tooMany(): ServiceError {
  return new ServiceError('UNAVAILABLE', reason('login.tooManyWaitingOfAccount'), {
    retryAfter: 5,
  });
}

function lockedError(millisecondsLeft: number): ServiceError {
  const retryAfter = Math.max(1, Math.ceil(millisecondsLeft / 1000));
  const minutes = Math.ceil(retryAfter / 60);
  return new ServiceError('ACCOUNT_LOCKED', reason('login.locked', { minutes }), { retryAfter });
}
