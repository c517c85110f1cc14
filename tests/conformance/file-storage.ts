/** The contract of every storage of files. Each implementation runs this suite on a real folder or server. */
import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FileMissing, type FileStorage } from '../../runtime/files/storage/file-storage.js';

const contentType = 'application/octet-stream';
const mebibyte = 1_048_576;

/** The bytes in chunks of a size that fits no buffer. */
export async function* inChunks(bytes: Uint8Array, size = 65_521): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export async function allOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export async function keysOf(storage: FileStorage, prefix = ''): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys.sort();
}

/**
 * Defines the suite.
 *
 * @param openEmpty - opens a storage without objects, which is removed when the test ends.
 */
export function describeFileStorage(name: string, openEmpty: () => Promise<FileStorage>): void {
  async function holding(key: string, bytes: Uint8Array): Promise<FileStorage> {
    const storage = await openEmpty();
    await storage.write(key, inChunks(bytes), { contentType });
    return storage;
  }

  describe(`files in ${name}`, () => {
    test.each([
      ['an empty one', 0],
      ['a small one', 12],
      ['one of 3 MiB and a byte', 3 * mebibyte + 1],
      ['one of 20 MiB and a byte', 20 * mebibyte + 1],
    ])('are read as they were written: %s', async (_, length) => {
      const bytes = randomBytes(length);
      const storage = await openEmpty();
      const stored = await storage.write('media/a1/original', inChunks(bytes), { contentType });
      const checksum = `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
      expect(stored).toEqual({ bytes: length, checksum });
      expect((await allOf(await storage.read('media/a1/original'))).equals(bytes)).toBe(true);
      expect(await storage.size('media/a1/original')).toBe(length);
    });

    test.each([
      [{ start: 0, end: 0 }],
      [{ start: 100, end: 199 }],
      [{ start: 999_999, end: 999_999 }],
      [{ start: 0, end: 999_999 }],
    ])('are read in part: %o', async (range) => {
      const bytes = randomBytes(1_000_000);
      const storage = await holding('media/a1/original', bytes);
      const part = await allOf(await storage.read('media/a1/original', range));
      expect(part.equals(bytes.subarray(range.start, range.end + 1))).toBe(true);
    });

    test('that are not there have no size, cannot be read, and can be deleted', async () => {
      const storage = await openEmpty();
      expect(await storage.size('media/a1/original')).toBeNull();
      await expect(storage.read('media/a1/original')).rejects.toThrow(FileMissing);
      await storage.delete('media/a1/original');
      await storage.delete('media/a1/original');
    });

    test('are gone after a deletion, and others are not', async () => {
      const storage = await holding('media/a1/original', Buffer.from('one'));
      await storage.write('media/a1/thumbnail-0f', inChunks(Buffer.from('two')), { contentType });
      await storage.write('media/a10/original', inChunks(Buffer.from('three')), { contentType });
      await storage.delete('media/a1/original');
      expect(await keysOf(storage)).toEqual(['media/a1/thumbnail-0f', 'media/a10/original']);
      await expect(storage.read('media/a1/original')).rejects.toThrow(FileMissing);
    });

    test('are copied whole, where the storage copies them itself', async () => {
      const bytes = randomBytes(9 * mebibyte);
      const storage = await holding('media/a1/original', bytes);
      if (storage.copy === undefined) return;
      await storage.copy('media/a1/original', 'media/b2/original');
      await storage.copy('media/a1/original', 'media/b2/original');
      expect((await allOf(await storage.read('media/b2/original'))).equals(bytes)).toBe(true);
      await storage.delete('media/a1/original');
      expect(await storage.size('media/b2/original')).toBe(bytes.length);
      await expect(storage.copy('media/a1/original', 'media/c3/original')).rejects.toThrow(FileMissing);
      expect(await keysOf(storage)).toEqual(['media/b2/original']);
      await expect(storage.copy('media/b2/original', '../a')).rejects.toThrow(RangeError);
    });

    test('leave nothing when their body fails', async () => {
      const storage = await openEmpty();
      const failure = new Error('the client is gone');
      const body = async function* (): AsyncGenerator<Uint8Array> {
        yield randomBytes(9 * mebibyte);
        throw failure;
      };
      await expect(storage.write('media/a1/original', body(), { contentType })).rejects.toBe(failure);
      expect(await keysOf(storage)).toEqual([]);
      expect(await storage.size('media/a1/original')).toBeNull();
    });

    test('leave nothing when they are aborted while no byte comes', async () => {
      const storage = await openEmpty();
      const abortion = new AbortController();
      const body = async function* (): AsyncGenerator<Uint8Array> {
        yield randomBytes(9 * mebibyte);
        setImmediate(() => abortion.abort());
        await new Promise(() => undefined);
      };
      const write = storage.write('media/a1/original', body(), { contentType, signal: abortion.signal });
      await expect(write).rejects.toMatchObject({ name: 'AbortError' });
      expect(await keysOf(storage)).toEqual([]);
    });

    test('are not written when the signal was aborted before', async () => {
      const storage = await openEmpty();
      const signal = AbortSignal.abort();
      const write = storage.write('media/a1/original', inChunks(Buffer.from('one')), { contentType, signal });
      await expect(write).rejects.toBe(signal.reason);
      expect(await keysOf(storage)).toEqual([]);
    });

    test('stop to be read when the signal aborts', async () => {
      const storage = await holding('media/a1/original', randomBytes(4 * mebibyte));
      const abortion = new AbortController();
      const body = await storage.read('media/a1/original', undefined, abortion.signal);
      const read = async (): Promise<void> => {
        for await (const _ of body) abortion.abort();
      };
      await expect(read()).rejects.toMatchObject({ name: 'AbortError' });
    });

    test('are listed by prefix with their sizes and times', async () => {
      const before = Date.now() - 2_000;
      const storage = await holding('media/a1/original', Buffer.from('one'));
      await storage.write('media/b2/original', inChunks(Buffer.from('three')), { contentType });
      await storage.write('docs/a1/original', inChunks(Buffer.from('four')), { contentType });
      expect(await keysOf(storage)).toEqual(['docs/a1/original', 'media/a1/original', 'media/b2/original']);
      expect(await keysOf(storage, 'media/')).toEqual(['media/a1/original', 'media/b2/original']);
      expect(await keysOf(storage, 'media/b')).toEqual(['media/b2/original']);
      expect(await keysOf(storage, 'media/b2/')).toEqual(['media/b2/original']);
      expect(await keysOf(storage, 'photos/')).toEqual([]);
      for await (const { bytes, modifiedAt } of storage.list('media/b2/')) {
        expect(bytes).toBe(5);
        expect(modifiedAt.getTime()).toBeGreaterThan(before);
        expect(modifiedAt.getTime()).toBeLessThan(Date.now() + 2_000);
      }
    });

    test('are written at once without harm to each other', async () => {
      const storage = await openEmpty();
      const all = Array.from({ length: 20 }, (_, index) => ({
        key: `media/f${index}/original`,
        bytes: randomBytes(100_000 + index),
      }));
      onTestFinished(async () => {
        for (const { key } of all) await storage.delete(key);
      });
      await Promise.all(all.map(({ key, bytes }) => storage.write(key, inChunks(bytes), { contentType })));
      const read = await Promise.all(all.map(async ({ key }) => allOf(await storage.read(key))));
      expect(read.map((bytes, index) => all[index]?.bytes.equals(bytes))).toEqual(all.map(() => true));
    });

    test.each([
      '',
      '/etc/passwd',
      '../a',
      'media/../../a',
      'media//a',
      'media/./a',
      'media/a\0',
      'a\\b',
      'a b',
    ])('have keys of this service only: %j is refused', async (key) => {
      const storage = await openEmpty();
      await expect(storage.write(key, inChunks(Buffer.from('x')), { contentType })).rejects.toThrow(
        RangeError,
      );
      await expect(storage.read(key)).rejects.toThrow(RangeError);
      await expect(storage.size(key)).rejects.toThrow(RangeError);
      await expect(storage.delete(key)).rejects.toThrow(RangeError);
    });
  });
}
