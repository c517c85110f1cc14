import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { RateLimits } from '../../config/auth-options.js';
import type { CounterStore, SessionStore } from '../sessions/session-store.js';
import { openSqlSessionStore } from '../sessions/sql/open-sql-session-store.js';
import { createRateLimiter } from './create-rate-limiter.js';
import type { LimitedKind, RateLimiter } from './rate-limiter.js';

const start = Date.UTC(2026, 0, 1);
const hour = 3_600_000;
const address = '192.0.2.1';

const limits: RateLimits = {
  api: { max: 5, windowSeconds: 60 },
  auth: { max: 4, windowSeconds: 60 },
  failedLogins: { max: 3, windowSeconds: 900 },
  mail: { max: 2, windowSeconds: 60 },
  tokens: { max: 1, windowSeconds: 60 },
};

// The library's limiter in memory reads the machine's clock, so the whole date is set here. Timers run on:
// promises of the store need them.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

function pass(milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds);
}

async function openStore(): Promise<SessionStore> {
  const store = await openSqlSessionStore({
    database: { kind: 'sqlite', path: ':memory:' },
    clock: Date.now,
  });
  onTestFinished(() => store.close());
  return store;
}

async function openLimiter(): Promise<RateLimiter> {
  const { counters } = await openStore();
  return createRateLimiter({ limits, counters, clock: Date.now });
}

/** `ok`, or the code and the seconds to wait. */
async function outcome(act: () => Promise<void> | void): Promise<string> {
  try {
    await act();
    return 'ok';
  } catch (error) {
    const { code, retryAfter } = error as { code: string; retryAfter: number };
    return `${code} ${retryAfter}`;
  }
}

async function consumeTimes(
  limiter: RateLimiter,
  kind: LimitedKind,
  times: number,
): Promise<readonly string[]> {
  const outcomes: string[] = [];
  for (let done = 0; done < times; done += 1) {
    outcomes.push(await outcome(() => limiter.consume(kind, address)));
  }
  return outcomes;
}

const ok = (times: number): readonly string[] => Array(times).fill('ok');

describe.each(Object.entries(limits) as [keyof RateLimits, RateLimits['api']][])(
  'the limit of %s',
  (kind, limit) => {
    const over = `RATE_LIMITED ${limit.windowSeconds}`;

    test('lets so many pass and refuses the next until the window is over', async () => {
      const limiter = await openLimiter();
      expect(await consumeTimes(limiter, kind, limit.max + 2)).toEqual([...ok(limit.max), over, over]);
      pass(limit.windowSeconds * 1000 - 500);
      expect(await consumeTimes(limiter, kind, 1)).toEqual(['RATE_LIMITED 1']);
      pass(500);
      expect(await consumeTimes(limiter, kind, limit.max + 1)).toEqual([...ok(limit.max), over]);
    });

    test('counts each address by itself, and IPv6 by /64', async () => {
      const limiter = await openLimiter();
      const consume = (key: string): Promise<string> => outcome(() => limiter.consume(kind, key));
      await consumeTimes(limiter, kind, limit.max);
      expect(await consume('::ffff:192.0.2.1')).toBe(over);
      expect(await consume('192.0.2.2')).toBe('ok');
      for (let host = 1; host <= limit.max; host += 1) {
        expect(await consume(`2001:db8:1:2::${host}`)).toBe('ok');
      }
      expect(await consume('2001:db8:1:2:ffff::9')).toBe(over);
      expect(await consume('2001:db8:1:3::9')).toBe('ok');
    });

    test('is looked at without counting', async () => {
      const limiter = await openLimiter();
      const check = (): Promise<string> => outcome(() => limiter.check(kind, address));
      await consumeTimes(limiter, kind, limit.max - 1);
      expect([await check(), await check()]).toEqual(['ok', 'ok']);
      await consumeTimes(limiter, kind, 1);
      expect(await check()).toBe(over);
      pass(limit.windowSeconds * 1000);
      expect(await check()).toBe('ok');
    });

    test('answers false where nobody is to be told', async () => {
      const limiter = await openLimiter();
      await consumeTimes(limiter, kind, limit.max - 1);
      expect(await limiter.tryConsume(kind, address)).toBe(true);
      expect(await limiter.tryConsume(kind, address)).toBe(false);
    });

    test('lets exactly so many pass of 50 at once', async () => {
      const limiter = await openLimiter();
      const outcomes = await Promise.all(
        Array.from({ length: 50 }, () => outcome(() => limiter.consume(kind, address))),
      );
      expect(outcomes.filter((each) => each === 'ok')).toHaveLength(limit.max);
    });
  },
);

test('kinds are counted apart', async () => {
  const limiter = await openLimiter();
  await consumeTimes(limiter, 'tokens', 2);
  expect(await consumeTimes(limiter, 'mail', 1)).toEqual(['ok']);
});

test('one address gets three mails an hour, and the store does not learn which', async () => {
  const keys: string[] = [];
  const { counters } = await openStore();
  const watched: CounterStore = {
    ...counters,
    add: (key, ...rest) => {
      keys.push(key);
      return counters.add(key, ...rest);
    },
  };
  const limiter = createRateLimiter({ limits, counters: watched, clock: Date.now });
  const send = (): Promise<boolean> => limiter.tryConsume('mailAddress', 'ann@example.com');
  expect([await send(), await send(), await send(), await send()]).toEqual([true, true, true, false]);
  expect(await limiter.tryConsume('mailAddress', 'ben@example.com')).toBe(true);
  pass(hour);
  expect(await send()).toBe(true);
  expect(keys.join()).not.toContain('example.com');
});

test('the message says how long to wait', async () => {
  const limiter = await openLimiter();
  await limiter.consume('tokens', address);
  await expect(limiter.consume('tokens', address)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    status: 429,
    retryAfter: 60,
    message: 'Too many requests. Try again in 60 seconds.',
  });
});

test('instances that share a store share its limits', async () => {
  const { counters } = await openStore();
  const one = createRateLimiter({ limits, counters, clock: Date.now });
  const two = createRateLimiter({ limits, counters, clock: Date.now });
  await consumeTimes(one, 'auth', 3);
  expect(await consumeTimes(two, 'auth', 2)).toEqual(['ok', 'RATE_LIMITED 60']);
  await consumeTimes(one, 'api', 4);
  expect(await consumeTimes(two, 'api', 2)).toEqual(['ok', 'RATE_LIMITED 60']);
});

test('a flood that is refused writes nothing to the store', async () => {
  let writes = 0;
  const { counters } = await openStore();
  const watched: CounterStore = {
    ...counters,
    add: (...parameters) => {
      writes += 1;
      return counters.add(...parameters);
    },
  };
  const limiter = createRateLimiter({ limits, counters: watched, clock: Date.now });
  const outcomes = await consumeTimes(limiter, 'auth', 1_000);
  expect(outcomes.filter((each) => each === 'RATE_LIMITED 60')).toHaveLength(996);
  expect(writes).toBe(4);
  pass(60_000);
  expect(await consumeTimes(limiter, 'auth', 1)).toEqual(['ok']);
});

describe('while the store is away', () => {
  test('the same limits hold in the process', async () => {
    const store = await openStore();
    const limiter = createRateLimiter({ limits, counters: store.counters, clock: Date.now });
    await store.close();
    expect(await consumeTimes(limiter, 'failedLogins', 4)).toEqual([...ok(3), 'RATE_LIMITED 900']);
    expect(await outcome(() => limiter.check('failedLogins', address))).toBe('RATE_LIMITED 900');
    expect(await outcome(() => limiter.check('failedLogins', '192.0.2.2'))).toBe('ok');
    pass(900_000);
    expect(await outcome(() => limiter.check('failedLogins', address))).toBe('ok');
    expect(await consumeTimes(limiter, 'failedLogins', 1)).toEqual(['ok']);
  });

  test('other errors are not taken for it', async () => {
    const { counters } = await openStore();
    const broken: CounterStore = { ...counters, add: () => Promise.reject(new Error('a fault of ours')) };
    const limiter = createRateLimiter({ limits, counters: broken, clock: Date.now });
    await expect(limiter.consume('auth', address)).rejects.toThrow('a fault of ours');
  });
});

test('a window in memory is no longer than a timer of Node can wait, which else would end it at once', async () => {
  const { counters, close } = await openStore();
  const month = { max: 1, windowSeconds: 31 * 86_400 };
  const limiter = createRateLimiter({ limits: { ...limits, api: month }, counters, clock: Date.now });
  await close();
  await limiter.consume('api', address);
  expect(await outcome(() => limiter.consume('api', address))).toBe('RATE_LIMITED 2147483');
});

test('without limits everything passes', async () => {
  const { counters } = await openStore();
  const limiter = createRateLimiter({ limits: null, counters, clock: Date.now });
  const outcomes = await consumeTimes(limiter, 'failedLogins', 100);
  expect(outcomes).toEqual(ok(100));
  expect(await outcome(() => limiter.check('failedLogins', address))).toBe('ok');
  expect(await limiter.tryConsume('mailAddress', 'ann@example.com')).toBe(true);
});

describe('two processes that share what is counted at every request', () => {
  const many = { ...limits, api: { max: 100, windowSeconds: 60 } };
  const shared = (counters: CounterStore, of: RateLimits = limits): RateLimiter =>
    createRateLimiter({ limits: of, counters, clock: Date.now });

  test('let the limit pass between them, exactly where it is small', async () => {
    const { counters } = await openStore();
    const [one, two] = [shared(counters), shared(counters)];
    const outcomes: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      outcomes.push(...(await consumeTimes(one, 'api', 1)), ...(await consumeTimes(two, 'api', 1)));
    }
    expect(outcomes).toEqual([...Array(5).fill('ok'), ...Array(3).fill('RATE_LIMITED 60')]);
    pass(60_000);
    expect(await consumeTimes(two, 'api', 1)).toEqual(['ok']);
  });

  test('tell the store of each twentieth of the limit, and of nobody who sends less', async () => {
    const { counters } = await openStore();
    const added: number[] = [];
    const watched: CounterStore = {
      ...counters,
      add: (key, by, life, now) => {
        added.push(by);
        return counters.add(key, by, life, now);
      },
    };
    const one = shared(watched, many);
    await consumeTimes(one, 'api', 4);
    expect(added).toEqual([]);
    await consumeTimes(one, 'api', 8);
    expect(added).toEqual([5, 5]);
    // Two of the first one's requests are not told of yet.
    const passed = await consumeTimes(shared(watched, many), 'api', 100);
    expect(passed.filter((outcome) => outcome === 'ok')).toHaveLength(90);
    expect(await consumeTimes(one, 'api', 4)).toEqual(['ok', 'ok', 'RATE_LIMITED 60', 'RATE_LIMITED 60']);
    pass(60_000);
    expect(await consumeTimes(one, 'api', 1)).toEqual(['ok']);
  });

  test('count for themselves at the same limit while the store is away', async () => {
    const store = await openStore();
    const limiter = shared(store.counters);
    await store.close();
    expect(await consumeTimes(limiter, 'api', 6)).toEqual([...Array(5).fill('ok'), 'RATE_LIMITED 60']);
  });
});
