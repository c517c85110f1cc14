import { fstatSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { StorageAway } from '../storage/file-storage.js';
import { createKeptOpen, type KeptOpenOptions } from './kept-open.js';

function files(options?: KeptOpenOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'svc-descriptors-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const opened: number[] = [];
  const failures: Error[] = [];
  async function openFile(key: string): Promise<number> {
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
    const fd = openSync(join(folder, key), 'r');
    opened.push(fd);
    return fd;
  }
  const kept = createKeptOpen(options);
  onTestFinished(() => kept.close());
  return {
    opened,
    failures,
    close: () => kept.close(),
    put: (key: string, text: string) => writeFileSync(join(folder, key), text),
    open: (key: string, text: string) =>
      kept.open({ key, bytes: text.length, checksum: text, open: () => openFile(key) }),
  };
}

function textOf({ fd }: { readonly fd: number }): string {
  const buffer = Buffer.alloc(16);
  return buffer.toString('utf8', 0, readSync(fd, buffer, 0, 16, 0));
}

const isOpen = (fd: number): boolean => {
  try {
    fstatSync(fd);
    return true;
  } catch {
    return false;
  }
};

test('a file is opened once for downloads at a time and soon after, and closed then', async () => {
  const { opened, put, open } = files({ maxAge: 100 });
  put('a', 'one');
  const [first, second] = [await open('a', 'one'), await open('a', 'one')];
  expect([textOf(first), textOf(second)]).toEqual(['one', 'one']);
  first.release();
  first.release();
  second.release();
  const [fd = 0] = opened;
  expect([opened.length, isOpen(fd)]).toEqual([1, true]);
  (await open('a', 'one')).release();
  expect(opened).toHaveLength(1);
  await expect.poll(() => isOpen(fd)).toBe(false);
  (await open('a', 'one')).release();
  expect(opened).toHaveLength(2);
});

test('a file with other bytes under the same key is another one', async () => {
  const { put, open } = files();
  put('a', 'one');
  (await open('a', 'one')).release();
  put('a', 'three');
  const other = await open('a', 'three');
  expect(textOf(other)).toBe('three');
  other.release();
});

test('no more than so many stay open, and none that is read is closed', async () => {
  const { opened, put, open } = files({ max: 2 });
  for (const key of ['a', 'b', 'c', 'd']) put(key, key);
  const [a, b, c] = [await open('a', 'a'), await open('b', 'b'), await open('c', 'c')];
  (await open('d', 'd')).release();
  expect([a, b, c].map(textOf)).toEqual(['a', 'b', 'c']);
  for (const each of [a, b, c]) each.release();
  await expect.poll(() => opened.filter(isOpen).length).toBe(2);
});

test('two that open a file at once keep it open once', async () => {
  const { opened, put, open } = files();
  put('a', 'one');
  const both = await Promise.all([open('a', 'one'), open('a', 'one')]);
  expect(both.map(textOf)).toEqual(['one', 'one']);
  for (const each of both) each.release();
  await expect.poll(() => opened.filter(isOpen).length).toBe(1);
});

test('what is kept open is closed where the process has too many open files', async () => {
  const { opened, failures, put, open } = files();
  put('a', 'one');
  put('b', 'two');
  (await open('a', 'one')).release();
  const cause = Object.assign(new Error('too many open files'), { code: 'EMFILE' });
  failures.push(new StorageAway('away', { cause }));
  const other = await open('b', 'two');
  expect(textOf(other)).toBe('two');
  const [first = -1, second] = opened;
  // The system may have given the number of the closed file to the other one.
  await expect.poll(() => first === second || !isOpen(first)).toBe(true);
  // Nothing is left to close.
  other.release();
  failures.push(new StorageAway('away', { cause }), new StorageAway('still away', { cause }));
  await expect(open('c', 'none')).rejects.toThrow('still away');
});

test('nothing stays open after the end, when its last download has ended', async () => {
  const { opened, close, put, open } = files();
  put('a', 'one');
  const download = await open('a', 'one');
  close();
  expect(textOf(download)).toBe('one');
  (await open('a', 'one')).release();
  download.release();
  await expect.poll(() => opened.filter(isOpen)).toEqual([]);
});

test('a file that is not read is closed at most half its time later', async () => {
  const { opened, put, open } = files({ maxAge: 400 });
  put('a', 'one');
  put('b', 'two');
  (await open('a', 'one')).release();
  await pause(100);
  // Opened between two looks at what is old.
  (await open('b', 'two')).release();
  await pause(620);
  expect(opened.map(isOpen)).toEqual([false, false]);
});
