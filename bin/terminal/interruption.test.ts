import { afterEach, expect, test, vi } from 'vitest';
import { interruption } from './interruption.js';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const listeners = signals.map((name) => [name, process.listeners(name)] as const);

afterEach(() => {
  vi.restoreAllMocks();
  for (const [name, before] of listeners) {
    for (const listener of process.listeners(name))
      if (!before.includes(listener)) process.off(name, listener);
  }
});

/** Returns whether the first of the signals aborts, and the codes with which the others end the process. */
function after([first, ...others]: readonly [NodeJS.Signals, ...NodeJS.Signals[]]): readonly unknown[] {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const signal = interruption();
  process.emit(first, first);
  const { aborted } = signal;
  for (const name of others) process.emit(name, name);
  return [aborted, ...exit.mock.calls.flat()];
}

test.each(signals)('%s stops the command', (name) => {
  expect(after([name])).toEqual([true]);
});

test.each(signals)('a second Ctrl-C or SIGTERM ends the process at once, after %s', (name) => {
  expect(after([name, 'SIGINT'])).toEqual([true, 1]);
  expect(after([name, 'SIGTERM'])).toContain(1);
});

test('a terminal that closes sends SIGHUP more than once, which leaves the stop alone', () => {
  expect(after(['SIGHUP', 'SIGHUP', 'SIGHUP'])).toEqual([true]);
});

test.each(['SIGINT', 'SIGTERM'] as const)('SIGHUP after %s leaves the stop alone', (name) => {
  expect(after([name, 'SIGHUP'])).toEqual([true]);
});
