import { expect, test, vi } from 'vitest';
import { createHashGate } from './hash-gate.js';

/** Work that ends when it is told to. */
function controlled(): { readonly work: () => Promise<string>; finish(): void } {
  let finish = (): void => undefined;
  const ended = new Promise<string>((resolve) => {
    finish = () => resolve('done');
  });
  return { work: () => ended, finish: () => finish() };
}

test('no more run at once than may, and each waits its turn', async () => {
  const gate = createHashGate({ concurrency: 2 });
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
  await Promise.all(Array.from({ length: 50 }, (_, number) => gate.pass(work(number))));
  expect(most).toBe(2);
  expect(order).toEqual(Array.from({ length: 50 }, (_, number) => number));
});

test('of 200 that come at once 100 wait, and the rest is told to come back', async () => {
  const gate = createHashGate({ concurrency: 2 });
  const { work, finish } = controlled();
  const all = Promise.allSettled(Array.from({ length: 202 }, () => gate.pass(work)));
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
    const gate = createHashGate({ concurrency: 1 });
    const slow = controlled();
    const first = gate.pass(slow.work);
    const late = vi.fn(async () => 'late');
    const second = gate.pass(late).catch((error: unknown) => error);
    vi.advanceTimersByTime(5_000);
    expect(await second).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 5 });
    slow.finish();
    expect(await first).toBe('done');
    expect(late).not.toHaveBeenCalled();
    expect(await gate.pass(async () => 'next')).toBe('next');
  } finally {
    vi.useRealTimers();
  }
});

test('work that fails leaves its place to the next', async () => {
  const gate = createHashGate({ concurrency: 1 });
  const failing = gate.pass(() => Promise.reject(new Error('broken')));
  const next = gate.pass(async () => 'next');
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
  const gate = createHashGate();
  vi.unstubAllEnvs();
  const { work, finish } = controlled();
  let running = 0;
  const counted = (): Promise<string> => {
    running += 1;
    return work();
  };
  const all = Promise.all(Array.from({ length: 10 }, () => gate.pass(counted)));
  expect(running).toBeLessThanOrEqual(expected);
  expect(running).toBeGreaterThanOrEqual(1);
  finish();
  await all;
});
