import { expect, test, vi } from 'vitest';
import { ServiceError } from '../../errors/service-error.js';
import { paced } from './paced.js';

const pace = { window: 1_000, minBytes: 100 };

/** Yields so many bytes after so many milliseconds of waiting, again and again. */
async function* arriving(bytes: number, milliseconds: number, times: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < times; at += 1) {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    yield new Uint8Array(bytes);
  }
}

async function received(parts: AsyncIterable<Uint8Array>): Promise<number | string> {
  let bytes = 0;
  try {
    for await (const part of paced(parts, pace)) bytes += part.byteLength;
    return bytes;
  } catch (error) {
    return error instanceof ServiceError ? error.code : String(error);
  }
}

async function withTime<T>(work: () => Promise<T>, milliseconds: number): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const result = work();
    await vi.advanceTimersByTimeAsync(milliseconds);
    return await result;
  } finally {
    vi.useRealTimers();
  }
}

test.each([
  ['as fast as they must', 60, 500, 10, 600],
  ['in large pieces with pauses', 1_000, 900, 5, 5_000],
  ['too slowly, in small pieces', 10, 300, 10, 'REQUEST_TIMEOUT'],
  ['never', 1, 100_000, 1, 'REQUEST_TIMEOUT'],
  ['at once, with a late end', 50, 10, 2, 100],
])('bytes that arrive %s', async (_how, bytes, pause, times, expected) => {
  expect(await withTime(() => received(arriving(bytes, pause, times)), 200_000)).toBe(expected);
});

test('time in which the reader works does not count', async () => {
  const slowReader = async (): Promise<number> => {
    let bytes = 0;
    for await (const part of paced(arriving(10, 1, 5), pace)) {
      bytes += part.byteLength;
      await new Promise((resolve) => setTimeout(resolve, 5_000));
    }
    return bytes;
  };
  expect(await withTime(slowReader, 60_000)).toBe(50);
});
