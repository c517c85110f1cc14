import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { allOf, describeFileStorage, inChunks, keysOf } from '../../../../tests/conformance/file-storage.js';
import { packageRoot } from '../../../util/package-root.js';
import { type FileStorage, StorageAway, StorageFull } from '../file-storage.js';
import { storageError } from './local-errors.js';
import { openLocalStorage } from './local-storage.js';

/** A process of its own runs the compiled module. */
const storageModule = join(packageRoot, 'dist/runtime/files/storage/local/local-storage.js');

async function newFolder(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'svc-files-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  return join(parent, 'files');
}

const openEmpty = async (): Promise<FileStorage> => openLocalStorage({ dir: await newFolder() });
const contentType = 'text/plain';
const one = (): AsyncIterable<Uint8Array> => inChunks(Buffer.from('one'));

describeFileStorage('a folder', openEmpty);

test('folders and files are closed to other users of the machine', async () => {
  const dir = await newFolder();
  const storage = await openLocalStorage({ dir });
  await storage.write('media/a1/original', one(), { contentType });
  const modes = await Promise.all(
    ['', 'media', 'media/a1', 'media/a1/original'].map(async (path) => (await stat(join(dir, path))).mode),
  );
  expect(modes.map((mode) => (mode & 0o777).toString(8))).toEqual(['700', '700', '700', '600']);
});

test('an unfinished write has a name of its own, which a listing shows and a deletion removes', async () => {
  const storage = await openEmpty();
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const isBegun = new Promise<void>((resolve) => {
    const body = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half');
      resolve();
      await finished;
    };
    void storage.write('media/a1/original', body(), { contentType }).catch(() => undefined);
  });
  await isBegun;
  expect(await keysOf(storage)).toEqual([
    expect.stringMatching(/^media\/a1\/\.original\.[0-9a-f]{16}\.part$/),
  ]);
  expect(await storage.size('media/a1/original')).toBeNull();
  await storage.delete('media/a1/original');
  expect(await keysOf(storage)).toEqual([]);
  finish();
});

test('what a killed write left can be deleted by its own key', async () => {
  const dir = await newFolder();
  const storage = await openLocalStorage({ dir });
  await storage.write('media/a1/original', one(), { contentType });
  await writeFile(join(dir, 'media/a1/.original.0123456789abcdef.part'), 'half');
  await storage.delete('media/a1/.original.0123456789abcdef.part');
  expect(await keysOf(storage)).toEqual(['media/a1/original']);
});

test('a deletion leaves no empty folder of a file', async () => {
  const dir = await newFolder();
  const storage = await openLocalStorage({ dir });
  await storage.write('media/a1/original', one(), { contentType });
  await storage.delete('media/a1/original');
  expect(await readdir(join(dir, 'media'))).toEqual([]);
});

test('writes and deletions in the same folder do not disturb each other', async () => {
  const storage = await openEmpty();
  for (let round = 0; round < 50; round += 1) {
    await Promise.all([
      storage.write(`media/a1/kept-${round}`, one(), { contentType }),
      storage.delete(`media/a1/kept-${round - 1}`),
    ]);
  }
  expect(await keysOf(storage)).toEqual(['media/a1/kept-49']);
});

test('a file that is being read survives its deletion until it was read', async () => {
  const storage = await openEmpty();
  await storage.write('media/a1/original', one(), { contentType });
  const body = await storage.read('media/a1/original');
  await storage.delete('media/a1/original');
  expect((await allOf(body)).toString()).toBe('one');
});

test('a folder that is gone is not made again: everything is away until it is back', async () => {
  const dir = await newFolder();
  const storage = await openLocalStorage({ dir });
  await storage.write('media/a1/original', one(), { contentType });
  await rename(dir, `${dir}-unmounted`);
  const calls = [
    storage.write('media/b2/original', one(), { contentType }),
    storage.read('media/a1/original'),
    storage.size('media/a1/original'),
    storage.delete('media/a1/original'),
    keysOf(storage),
    storage.free?.(),
  ];
  for (const call of await Promise.allSettled(calls)) {
    expect(call).toMatchObject({ status: 'rejected', reason: expect.any(StorageAway) });
  }
  await rename(`${dir}-unmounted`, dir);
  expect((await allOf(await storage.read('media/a1/original'))).toString()).toBe('one');
});

test('a path that is a file is no folder for files', async () => {
  const dir = await newFolder();
  await writeFile(dir, '');
  await expect(openLocalStorage({ dir })).rejects.toThrow(StorageAway);
});

test('the free space is that of the disk', async () => {
  const storage = await openEmpty();
  expect(await storage.free?.()).toBeGreaterThan(0);
});

/** Writes 4 MiB into the folder that it is given and prints the name of the error and what stayed. */
const program = `
  const [dir] = process.argv.slice(1);
  const { openLocalStorage } = await import(${JSON.stringify(storageModule)});
  const storage = await openLocalStorage({ dir });
  const body = async function* () { for (let i = 0; i < 64; i += 1) yield Buffer.alloc(65_536); };
  const error = await storage.write('media/a1/original', body(), { contentType: 'text/plain' }).catch((e) => e);
  const keys = [];
  for await (const { key } of storage.list('')) keys.push(key);
  process.stdout.write(JSON.stringify([error.name, keys]));
`;

test('a disk that has no more room is full, and nothing of the file stays', async () => {
  const dir = await newFolder();
  // The system refuses files of more than 1 MB to this process, as it would for a quota.
  const { stdout } = await promisify(execFile)('bash', [
    '-c',
    'ulimit -f 1000; exec "$0" --input-type=module -e "$1" "$2"',
    process.execPath,
    program,
    dir,
  ]);
  expect(JSON.parse(stdout)).toEqual(['StorageFull', []]);
});

test.runIf(existsSync('/dev/full'))('a device that is full is told from one that is away', async () => {
  const handle = await open('/dev/full', 'w');
  onTestFinished(() => handle.close());
  const error = await handle.write('x').catch((failure: unknown) => failure);
  expect(storageError(error)).toBeInstanceOf(StorageFull);
});
