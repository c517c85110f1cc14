import { expect, test } from 'vitest';
import { SvcError } from '../../../../../templates/sdk/errors.js';
import { type BulkItem, type BulkProgress, type BulkResult, runBulk } from './bulk-run.js';

const items = Array.from({ length: 120 }, (_item, index) => ({
  id: `${index}`,
  title: `Item ${index}`,
  revision: 1,
}));

function options(controller = new AbortController()) {
  const seen: BulkProgress[] = [];
  const pauses: number[] = [];
  return {
    seen,
    pauses,
    run: {
      signal: controller.signal,
      onProgress: (progress: BulkProgress) => void seen.push(progress),
      pause: async (milliseconds: number) => void pauses.push(milliseconds),
    },
  };
}

const allDone = (some: readonly BulkItem[]): readonly BulkResult[] => some.map(() => ({ outcome: 'done' }));

test('every document is tried once, fifty in a request, one request at a time', async () => {
  const { run } = options();
  const tried: string[][] = [];
  let running = 0;
  let most = 0;
  const progress = await runBulk(
    items,
    async (some) => {
      tried.push(some.map(({ id }) => id));
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      return allDone(some);
    },
    run,
  );
  expect(tried.flat()).toEqual(items.map(({ id }) => id));
  expect(tried.map(({ length }) => length)).toEqual([50, 50, 20]);
  expect(most).toBe(1);
  expect(progress).toEqual({ done: 120, unchanged: 0, failures: [], isWaiting: false });
});

test('one that fails is named and stops no other, one that had nothing to be done is counted apart', async () => {
  const { run } = options();
  const error = new SvcError('CONFLICT', 'It is in use.', { status: 409 });
  const progress = await runBulk(
    items,
    async (some) =>
      some.map(({ id }) => (id === '7' ? { error } : { outcome: id === '60' ? 'unchanged' : 'done' })),
    run,
  );
  expect(progress).toMatchObject({ done: 118, unchanged: 1 });
  expect(progress.failures).toEqual([{ item: items[7], error }]);
});

test('a request that fails as a whole fails for its documents, and the next one is tried', async () => {
  const { run } = options();
  const error = new SvcError('UNAVAILABLE', 'The database is away.', { status: 503 });
  const progress = await runBulk(
    items,
    async (some) => {
      if (some[0]?.id === '50') throw error;
      return allDone(some);
    },
    run,
  );
  expect(progress.done).toBe(70);
  expect(progress.failures).toEqual(items.slice(50, 100).map((item) => ({ item, error })));
});

test('a service that asks for a pause gets it, and the documents another try', async () => {
  const { run, seen, pauses } = options();
  let refusals = 2;
  const progress = await runBulk(
    items.slice(0, 3),
    async (some) => {
      if (refusals-- > 0) throw new SvcError('RATE_LIMITED', 'Slow down.', { status: 429, retryAfter: 5 });
      return allDone(some);
    },
    run,
  );
  expect(progress).toEqual({ done: 3, unchanged: 0, failures: [], isWaiting: false });
  expect(pauses).toEqual([5000, 5000]);
  expect(seen.some(({ isWaiting }) => isWaiting)).toBe(true);
});

test('stopping leaves alone what has not begun', async () => {
  const controller = new AbortController();
  const { run } = options(controller);
  const tried: string[] = [];
  const progress = await runBulk(
    items,
    async (some) => {
      tried.push(...some.map(({ id }) => id));
      controller.abort();
      return allDone(some);
    },
    run,
  );
  expect(tried.length).toBe(50);
  expect(progress).toEqual({ done: 50, unchanged: 0, failures: [], isWaiting: false });
});
