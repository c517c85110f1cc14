import { expect, test } from 'vitest';
import { SvcError } from '../../../../../templates/sdk/errors.js';
import { type BulkProgress, runBulk } from './bulk-run.js';

const items = Array.from({ length: 20 }, (_item, index) => ({
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

test('every document is tried once, four at a time', async () => {
  const { run } = options();
  const tried: string[] = [];
  let running = 0;
  let most = 0;
  const progress = await runBulk(
    items,
    async ({ id }) => {
      tried.push(id);
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      return 'done';
    },
    run,
  );
  expect(tried.sort()).toEqual(items.map(({ id }) => id).sort());
  expect(most).toBe(4);
  expect(progress).toEqual({ done: 20, unchanged: 0, failures: [], isWaiting: false });
});

test('one that fails is named and stops no other, one that had nothing to be done is counted apart', async () => {
  const { run } = options();
  const conflict = new SvcError('CONFLICT', 'It is in use.', { status: 409 });
  const progress = await runBulk(
    items,
    async ({ id }) => {
      if (id === '7') throw conflict;
      return id === '8' ? 'unchanged' : 'done';
    },
    run,
  );
  expect(progress).toMatchObject({ done: 18, unchanged: 1 });
  expect(progress.failures).toEqual([{ item: items[7], error: conflict }]);
});

test('a service that asks for a pause gets it, and the document another try', async () => {
  const { run, seen, pauses } = options();
  let refusals = 2;
  const progress = await runBulk(
    items.slice(0, 3),
    async () => {
      if (refusals-- > 0) throw new SvcError('RATE_LIMITED', 'Slow down.', { status: 429, retryAfter: 5 });
      return 'done';
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
    async ({ id }) => {
      tried.push(id);
      if (id === '5') controller.abort();
      await Promise.resolve();
      return 'done';
    },
    run,
  );
  expect(tried.length).toBeLessThan(12);
  expect(progress.done).toBe(tried.length);
  expect(progress.failures).toEqual([]);
});
