import { describe, expect, onTestFinished, test } from 'vitest';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { CounterStore } from '../sessions/session-store.js';
import { openSqlSessionStore } from '../sessions/sql/open-sql-session-store.js';
import { createLockout, type LockoutOptions } from './create-lockout.js';
import type { Attempted, Lockout } from './lockout.js';

const start = Date.UTC(2026, 0, 1);
const minute = 60_000;
const hour = 60 * minute;
const email = 'ann@example.com';

interface Bench {
  readonly lockout: Lockout;
  readonly counters: CounterStore;
  /** Attempts that ran. */
  readonly ran: () => number;
  pass(milliseconds: number): void;
  /**
   * How an attempt ends: `ok`, `wrong`, `wrong, locked`, or the code of what it throws with its `retryAfter`.
   */
  fail(who?: string, device?: string): Promise<string>;
  succeed(who?: string, device?: string): Promise<string>;
  /** Another process on the same store. */
  another(): Lockout;
}

async function openLockout(options: Partial<LockoutOptions> = {}): Promise<Bench> {
  let now = start;
  let ran = 0;
  const clock = (): number => now;
  const { counters, close } = await openSqlSessionStore({
    database: { kind: 'sqlite', path: ':memory:' },
    clock,
  });
  onTestFinished(() => close());
  const another = (): Lockout =>
    createLockout({ counters, secret: 'a secret', attempts: 5, minutes: 15, clock, ...options });
  const lockout = another();

  async function attempt(succeeded: boolean, who: string, device?: string): Promise<string> {
    const run = async (): Promise<{ succeeded: boolean; value: string }> => {
      ran += 1;
      return { succeeded, value: succeeded ? 'ok' : 'wrong' };
    };
    try {
      const { value, locked } = await guarded(lockout, run, { who, device });
      return locked ? `${value}, locked` : value;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return `${error.code} ${error.retryAfter}`;
    }
  }

  return {
    lockout,
    counters,
    another,
    ran: () => ran,
    pass: (milliseconds) => {
      now += milliseconds;
    },
    fail: (who = email, device) => attempt(false, who, device),
    succeed: (who = email, device) => attempt(true, who, device),
  };
}

async function inTurn(count: number, step: () => Promise<string>): Promise<readonly string[]> {
  const results: string[] = [];
  for (let done = 0; done < count; done += 1) results.push(await step());
  return results;
}

/** Runs an attempt. `locked`: its failure locked the account. */
async function guarded<T>(
  lockout: Lockout,
  attempt: () => Promise<{ readonly succeeded: boolean; readonly value: T }>,
  { who = email, device }: { readonly who?: string; readonly device?: string | undefined } = {},
): Promise<{ readonly value: T; readonly locked: boolean }> {
  let locked = false;
  const run = async (): Promise<Attempted<T>> => {
    const { succeeded, value } = await attempt();
    if (succeeded) return { succeeded, value };
    const note = async (locks: boolean): Promise<void> => {
      locked = locks;
    };
    return { succeeded, value, note };
  };
  const value = await lockout.guard(who, run, device);
  return { value, locked };
}

describe('failed logins in a row', () => {
  test('lock the account for 15 minutes: the fifth still answers, the sixth does not run', async () => {
    const { fail, succeed, ran } = await openLockout();
    expect(await inTurn(6, fail)).toEqual([
      ...['wrong', 'wrong', 'wrong', 'wrong', 'wrong, locked'],
      'ACCOUNT_LOCKED 900',
    ]);
    expect(await succeed()).toBe('ACCOUNT_LOCKED 900');
    expect(ran()).toBe(5);
  });

  test('do not lock other accounts', async () => {
    const { fail, succeed } = await openLockout();
    await inTurn(5, fail);
    expect(await succeed('ben@example.com')).toBe('ok');
  });

  test('are forgotten after a success', async () => {
    const { fail, succeed } = await openLockout();
    await inTurn(4, fail);
    expect(await succeed()).toBe('ok');
    expect(await inTurn(5, fail)).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'wrong, locked']);
  });

  test('are forgotten after 24 hours', async () => {
    const { fail, pass } = await openLockout();
    await inTurn(4, fail);
    pass(24 * hour);
    expect(await inTurn(2, fail)).toEqual(['wrong', 'wrong']);
  });

  test('lock as often and as long as the options say', async () => {
    const { fail } = await openLockout({ attempts: 2, minutes: 60 });
    expect(await inTurn(3, fail)).toEqual(['wrong', 'wrong, locked', 'ACCOUNT_LOCKED 3600']);
  });

  test('lock at once where one is too many', async () => {
    const { fail } = await openLockout({ attempts: 1 });
    expect(await inTurn(2, fail)).toEqual(['wrong, locked', 'ACCOUNT_LOCKED 900']);
  });
});

describe('a locked account', () => {
  test('says how long it is locked, and what helps', async () => {
    const { lockout, fail, pass } = await openLockout();
    await inTurn(5, fail);
    pass(13 * minute + 1);
    const refused = guarded(lockout, () => Promise.reject(new Error('must not run')));
    await expect(refused).rejects.toMatchObject({
      code: 'ACCOUNT_LOCKED',
      retryAfter: 120,
      message:
        'The account is locked after too many failed logins. Try again in 2 minutes, or reset the password.',
    });
  });

  test('is not locked for longer by attempts, and they do not count afterwards', async () => {
    const { fail, pass } = await openLockout();
    await inTurn(5, fail);
    pass(15 * minute - 1);
    expect(await inTurn(10, fail)).toEqual(Array(10).fill('ACCOUNT_LOCKED 1'));
    pass(1);
    expect(await inTurn(5, fail)).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'wrong, locked']);
  });

  test('is open again after an unlock, with all attempts', async () => {
    const { lockout, fail, succeed } = await openLockout();
    await inTurn(5, fail);
    await lockout.unlock(email);
    expect(await inTurn(4, fail)).toEqual(['wrong', 'wrong', 'wrong', 'wrong']);
    expect(await succeed()).toBe('ok');
  });
});

describe('logins at once', () => {
  test('of which 100 fail run five attempts, and one of them locks', async () => {
    const { fail, ran } = await openLockout();
    const results = await Promise.all(Array.from({ length: 100 }, () => fail()));
    expect(ran()).toBe(5);
    expect(results.filter((result) => result === 'wrong')).toHaveLength(4);
    expect(results.filter((result) => result === 'wrong, locked')).toHaveLength(1);
    expect(results.filter((result) => result === 'ACCOUNT_LOCKED 900')).toHaveLength(95);
  });

  test('in two processes, of which 100 fail, run five attempts together', async () => {
    const { lockout, another } = await openLockout();
    const instances = [lockout, another()];
    let ran = 0;
    const attempt = async (): Promise<{ succeeded: boolean; value: null }> => {
      ran += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return { succeeded: false, value: null };
    };
    const results = await Promise.allSettled(
      instances.flatMap((instance) => Array.from({ length: 50 }, () => guarded(instance, attempt))),
    );
    expect(ran).toBe(5);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(results.filter((result) => result.status === 'fulfilled' && result.value.locked)).toHaveLength(1);
  });

  test('that are right all pass, one after the other', async () => {
    const { lockout } = await openLockout();
    let running = 0;
    let most = 0;
    const attempt = async (): Promise<{ succeeded: boolean; value: string }> => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return { succeeded: true, value: 'ok' };
    };
    const results = await Promise.all(Array.from({ length: 30 }, () => guarded(lockout, attempt)));
    expect(results).toEqual(Array(30).fill({ value: 'ok', locked: false }));
    expect(most).toBe(1);
  });

  test('of different accounts do not wait for each other', async () => {
    const { lockout, succeed } = await openLockout();
    let finish = (): void => undefined;
    const slow = guarded(
      lockout,
      () =>
        new Promise<{ succeeded: boolean; value: string }>((resolve) => {
          finish = () => resolve({ succeeded: true, value: 'slow' });
        }),
    );
    expect(await succeed('ben@example.com')).toBe('ok');
    finish();
    expect(await slow).toEqual({ value: 'slow', locked: false });
  });
});

describe('an attempt that cannot be made', () => {
  const overloaded = new ServiceError('UNAVAILABLE', reason('login.tooManyWaiting'), { retryAfter: 5 });

  test('gives its place back and says why', async () => {
    const { lockout, fail } = await openLockout();
    await inTurn(4, fail);
    for (let tried = 0; tried < 10; tried += 1) {
      await expect(guarded(lockout, () => Promise.reject(overloaded))).rejects.toBe(overloaded);
    }
    expect(await inTurn(2, fail)).toEqual(['wrong, locked', 'ACCOUNT_LOCKED 900']);
  });

  test('takes no more than its own place back', async () => {
    const { lockout, another, fail, succeed } = await openLockout();
    const other = another();
    const attempt = guarded(other, async () => {
      expect(await succeed()).toBe('ok');
      throw overloaded;
    });
    await attempt.catch(() => undefined);
    expect(await guarded(lockout, async () => ({ succeeded: false, value: 'wrong' }))).toMatchObject({
      locked: false,
    });
    expect(await inTurn(4, fail)).toEqual(['wrong', 'wrong', 'wrong', 'wrong, locked']);
  });

  test('because its process died counts as failed', async () => {
    const { another, lockout } = await openLockout({ timeout: 1 });
    for (let died = 0; died < 5; died += 1) {
      // Never settles, as in a process that was killed; each in a process of its own.
      void guarded(another(), () => new Promise<never>(() => undefined));
    }
    const refused = guarded(lockout, async () => ({ succeeded: true, value: null }));
    await expect(refused).rejects.toMatchObject({ code: 'ACCOUNT_LOCKED', retryAfter: 900 });
  });

  test('in a store that is away does not run', async () => {
    const store = await openSqlSessionStore({
      database: { kind: 'sqlite', path: ':memory:' },
      clock: () => start,
    });
    await store.close();
    const options = { secret: 'a secret', attempts: 5, minutes: 15, clock: () => start };
    const lockout = createLockout({ counters: store.counters, ...options });
    let ran = false;
    const attempt = async (): Promise<{ succeeded: boolean; value: null }> => {
      ran = true;
      return { succeeded: true, value: null };
    };
    await expect(guarded(lockout, attempt)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(ran).toBe(false);
  });
});

describe('a failure that cannot be noted', () => {
  const fault = new Error('The audit log is away.');
  const unnoted = async (): Promise<Attempted<string>> => ({
    ...{ succeeded: false, value: 'wrong' },
    note: () => Promise.reject(fault),
  });

  test('does not count, and says why', async () => {
    const { lockout, fail } = await openLockout();
    for (let tried = 0; tried < 9; tried += 1) {
      await expect(lockout.guard(email, unnoted)).rejects.toBe(fault);
    }
    expect(await inTurn(6, fail)).toEqual([
      ...['wrong', 'wrong', 'wrong', 'wrong', 'wrong, locked'],
      'ACCOUNT_LOCKED 900',
    ]);
  });

  test('leaves no lock, and the failures before it are remembered for a day', async () => {
    const { lockout, fail, pass } = await openLockout();
    await inTurn(4, fail);
    await expect(lockout.guard(email, unnoted)).rejects.toBe(fault);
    expect(await lockout.lockedUntil(email)).toBeNull();
    pass(23 * hour);
    expect(await inTurn(2, fail)).toEqual(['wrong, locked', 'ACCOUNT_LOCKED 900']);
  });

  test('takes back no lock that another process has set meanwhile', async () => {
    const { lockout, another, fail } = await openLockout();
    await inTurn(4, fail);
    const other = another();
    const attempt = lockout.guard(email, async () => ({
      ...{ succeeded: false, value: 'wrong' },
      async note() {
        await other.guard(email, unnoted).catch(() => undefined);
        throw fault;
      },
    }));
    await expect(attempt).rejects.toBe(fault);
    expect(await inTurn(1, fail)).toEqual(['wrong, locked']);
  });
});

describe('a store that goes away during an attempt', () => {
  const away = new ServiceError('UNAVAILABLE', reason('login.tooManyWaiting'), { retryAfter: 5 });

  type Failing = 'nothing' | 'add' | 'delete';

  /** The same store, which fails at what is named until it is told otherwise. */
  function frail(counters: CounterStore): {
    readonly store: CounterStore;
    fails: Failing;
  } {
    const state: { store: CounterStore; fails: Failing } = {
      store: {
        ...counters,
        add: (...added) => (state.fails === 'add' ? Promise.reject(away) : counters.add(...added)),
        delete: (key) => (state.fails === 'delete' ? Promise.reject(away) : counters.delete(key)),
      },
      fails: 'nothing',
    };
    return state;
  }

  test('leaves no failure behind, once it is back', async () => {
    const { counters } = await openLockout();
    const state = frail(counters);
    const lockout = createLockout({
      ...{ counters: state.store, secret: 'a secret', attempts: 5, minutes: 15, clock: () => start },
    });
    for (let tried = 0; tried < 4; tried += 1) {
      const attempt = guarded(lockout, async () => {
        state.fails = 'add';
        throw away;
      });
      await expect(attempt).rejects.toBe(away);
      state.fails = 'nothing';
    }
    for (let tried = 0; tried < 4; tried += 1) {
      const attempt = guarded(lockout, async () => {
        state.fails = 'delete';
        return { succeeded: true, value: 'ok' };
      });
      await expect(attempt).rejects.toBe(away);
      state.fails = 'nothing';
    }
    const wrong = (): Promise<{ readonly locked: boolean }> =>
      guarded(lockout, async () => ({ succeeded: false, value: 'wrong' }));
    const locked: boolean[] = [];
    for (let tried = 0; tried < 5; tried += 1) locked.push((await wrong()).locked);
    expect(locked).toEqual([false, false, false, false, true]);
  });
});

test('a lock that cannot be taken back is taken back before the next attempt', async () => {
  const { counters } = await openLockout();
  let isAway = false;
  const away = new Error('The store is away.');
  const store: CounterStore = {
    ...counters,
    get: (...given) => (isAway ? Promise.reject(away) : counters.get(...given)),
    add: (...given) => (isAway ? Promise.reject(away) : counters.add(...given)),
    set: (...given) => (isAway ? Promise.reject(away) : counters.set(...given)),
  };
  const options = { secret: 'a secret', attempts: 5, minutes: 15, clock: () => start };
  const lockout = createLockout({ counters: store, ...options });
  const wrong = (): Promise<{ readonly locked: boolean }> =>
    guarded(lockout, async () => ({ succeeded: false, value: 'wrong' }));
  for (let tried = 0; tried < 4; tried += 1) await wrong();
  const attempt = lockout.guard(email, async () => ({
    ...{ succeeded: false, value: 'wrong' },
    async note() {
      isAway = true;
      throw away;
    },
  }));
  await expect(attempt).rejects.toBe(away);
  isAway = false;
  expect((await wrong()).locked).toBe(true);
});

describe('a known device', () => {
  test('logs in while strangers have locked the account, and they stay locked out while it fails', async () => {
    const { fail, succeed } = await openLockout();
    await inTurn(5, fail);
    expect(await succeed(email, 'laptop')).toBe('ok');
    expect(await succeed()).toBe('ACCOUNT_LOCKED 900');
  });

  test('has attempts of its own, which lock no other', async () => {
    const { fail, succeed } = await openLockout({ deviceAttempts: 3 });
    expect(await inTurn(4, () => fail(email, 'laptop'))).toEqual([
      ...['wrong', 'wrong', 'wrong, locked'],
      'ACCOUNT_LOCKED 900',
    ]);
    expect(await succeed()).toBe('ok');
    expect(await succeed(email, 'phone')).toBe('ok');
    expect(await succeed(email, 'laptop')).toBe('ACCOUNT_LOCKED 900');
  });

  test('is unlocked with its account', async () => {
    const { lockout, fail, succeed } = await openLockout();
    await inTurn(5, () => fail(email, 'laptop'));
    await lockout.unlock(email);
    expect(await succeed(email, 'laptop')).toBe('ok');
  });
});

test('the store learns no email', async () => {
  const keys: string[] = [];
  const { counters } = await openLockout();
  const watched: CounterStore = {
    ...counters,
    add: (key, ...rest) => {
      keys.push(key);
      return counters.add(key, ...rest);
    },
  };
  const options = { secret: 'a secret', attempts: 5, minutes: 15, clock: () => start };
  const lockout = createLockout({ counters: watched, ...options });
  await guarded(lockout, async () => ({ succeeded: false, value: null }));
  expect(keys).toEqual([expect.stringMatching(/^lockout:[0-9a-f]{64}$/)]);
});
