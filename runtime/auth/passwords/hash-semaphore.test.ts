import { describe, expect, test, vi } from 'vitest';
import type { HashLine } from './hash-line.js';
import { createHashSemaphore } from './hash-semaphore.js';

const here: HashLine = { name: '192.0.2.0/24', isKnown: false };
const there: HashLine = { name: '198.51.100.0/24', isKnown: false };
const device: HashLine = { name: 'device:1', isKnown: true };

/** Work that ends when it is told to. */
function controlled(): { readonly work: () => Promise<string>; finish(): void } {
  let finish = (): void => undefined;
  const ended = new Promise<string>((resolve) => {
    finish = () => resolve('done');
  });
  return { work: () => ended, finish: () => finish() };
}

test('no more run at once than may, and each waits its turn', async () => {
  const semaphore = createHashSemaphore({ concurrency: 2 });
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const work = (number: number) => async (): Promise<void> => {
    order.push(number);
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
  };
  await Promise.all(Array.from({ length: 50 }, (_, number) => semaphore.pass(work(number), here)));
  expect(most).toBe(2);
  expect(order).toEqual(Array.from({ length: 50 }, (_, number) => number));
});

test('of 200 that come at once 100 wait, and the rest is told to come back', async () => {
  const semaphore = createHashSemaphore({ concurrency: 2 });
  const { work, finish } = controlled();
  const all = Promise.allSettled(Array.from({ length: 202 }, () => semaphore.pass(work, here)));
  finish();
  const results = await all;
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(102);
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(100);
  expect(refused[0]?.reason).toMatchObject({
    code: 'UNAVAILABLE',
    status: 503,
    retryAfter: 5,
    message: 'Too many logins are waiting. Try again in a few seconds.',
  });
});

test('who has waited for 5 seconds is told to come back, and takes no turn', async () => {
  vi.useFakeTimers();
  try {
    const semaphore = createHashSemaphore({ concurrency: 1 });
    const slow = controlled();
    const first = semaphore.pass(slow.work, here);
    const late = vi.fn(async () => 'late');
    const second = semaphore.pass(late, here).catch((error: unknown) => error);
    vi.advanceTimersByTime(5_000);
    expect(await second).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 5 });
    slow.finish();
    expect(await first).toBe('done');
    expect(late).not.toHaveBeenCalled();
    expect(await semaphore.pass(async () => 'next', here)).toBe('next');
  } finally {
    vi.useRealTimers();
  }
});

test('work that fails leaves its place to the next', async () => {
  const semaphore = createHashSemaphore({ concurrency: 1 });
  const failing = semaphore.pass(() => Promise.reject(new Error('broken')), here);
  const next = semaphore.pass(async () => 'next', here);
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('next');
});

test.each([
  ['1', 1],
  ['2', 1],
  ['3', 1],
  ['nonsense', 2],
])('with %s threads in the pool of libuv at most %i run', async (threads, expected) => {
  vi.stubEnv('UV_THREADPOOL_SIZE', threads);
  const semaphore = createHashSemaphore();
  vi.unstubAllEnvs();
  const { work, finish } = controlled();
  let running = 0;
  const counted = (): Promise<string> => {
    running += 1;
    return work();
  };
  const all = Promise.all(Array.from({ length: 10 }, () => semaphore.pass(counted, here)));
  expect(running).toBeLessThanOrEqual(expected);
  expect(running).toBeGreaterThanOrEqual(1);
  finish();
  await all;
});

describe('a network that sends more than can be hashed', () => {
  /** The order in which work of so many lines runs, one at a time; what is refused is not in it. */
  async function orderOf(lines: readonly HashLine[]): Promise<readonly string[]> {
    const semaphore = createHashSemaphore({ concurrency: 1 });
    const first = controlled();
    const running = semaphore.pass(first.work, { name: 'first', isKnown: true });
    const order: string[] = [];
    const waiting = lines.map((line) => semaphore.pass(async () => void order.push(line.name), line));
    first.finish();
    await Promise.allSettled([running, ...waiting]);
    return order;
  }
  const many = (count: number, line: HashLine): readonly HashLine[] => Array(count).fill(line);

  test('keeps another waiting for one of its hashes', async () => {
    const order = await orderOf([...many(50, here), there, there]);
    expect([order.indexOf(there.name), order.lastIndexOf(there.name)]).toEqual([1, 3]);
    expect(order).toHaveLength(52);
  });

  test('gives a place to another when all are taken, and loses its last', async () => {
    const order = await orderOf([...many(150, here), ...many(3, there)]);
    expect(order).toHaveLength(100);
    expect(order.filter((name) => name === there.name)).toHaveLength(3);
    expect(order.slice(0, 4)).toEqual([here.name, there.name, here.name, there.name]);
  });

  test('takes no place of another that waits for less', async () => {
    const order = await orderOf([...many(10, there), ...many(200, here)]);
    expect(order.filter((name) => name === there.name)).toHaveLength(10);
    expect(order).toHaveLength(100);
  });

  test('and a hundred such networks keep nobody waiting whose device is known', async () => {
    const networks = Array.from({ length: 300 }, (_, at) => ({ name: `${at}`, isKnown: false }));
    const order = await orderOf([...networks, device]);
    expect(order).toHaveLength(100);
    expect(order[0]).toBe(device.name);
  });

  test('waits no longer than every other turn for those who are known', async () => {
    const known = Array.from({ length: 20 }, (_, at) => ({ name: `device:${at}`, isKnown: true }));
    const order = await orderOf([...many(20, here), ...known]);
    expect(order.slice(0, 6).filter((name) => name === here.name)).toHaveLength(3);
  });
});
