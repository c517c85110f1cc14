import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWakeUp, type WakeUp } from './wake-up.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The milliseconds at which work is done, counted from now. */
function started(): { readonly wakeUp: WakeUp; readonly times: number[] } {
  const times: number[] = [];
  const begin = Date.now();
  const wakeUp = createWakeUp(() => void times.push(Date.now() - begin));
  wakeUp.start();
  return { wakeUp, times };
}

test('a start looks at once and a little later, then every 15 seconds', () => {
  const { times } = started();
  vi.advanceTimersByTime(45_000);
  expect(times).toEqual([30, 280, 1780, 15_000, 30_000, 45_000]);
});

test('what is queued is looked for 30 ms later, whatever else is planned', () => {
  const { wakeUp, times } = started();
  vi.advanceTimersByTime(300);
  wakeUp.soon();
  vi.advanceTimersByTime(5_000);
  expect(times).toEqual([30, 280, 330, 580, 2080]);
});

test('mails that never stop coming do not put the look off', () => {
  const { wakeUp, times } = started();
  for (let passed = 0; passed < 300; passed += 10) {
    wakeUp.soon();
    vi.advanceTimersByTime(10);
  }
  expect(times).toEqual([30, 60, 90, 120, 150, 180, 210, 240, 270, 300]);
});

test('nothing is done before the start and after the stop', () => {
  const work = vi.fn();
  const wakeUp = createWakeUp(work);
  wakeUp.soon();
  vi.advanceTimersByTime(60_000);
  wakeUp.start();
  wakeUp.stop();
  wakeUp.soon();
  vi.advanceTimersByTime(60_000);
  expect(work).not.toHaveBeenCalled();
});
