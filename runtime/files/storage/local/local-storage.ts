import { randomBytes } from 'node:crypto';
import { createReadStream, open as openWithCallback } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rmdir, stat, statfs, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createChecksum } from '../checksum.js';
import {
  type ByteRange,
  checkKey,
  FileMissing,
  type FileStorage,
  type ListedObject,
  type StoredObject,
  type WriteOptions,
} from '../file-storage.js';
import { untilAborted } from '../until-aborted.js';
import { isMissing, storageError } from './local-errors.js';

export interface LocalStorageOptions {
  /** The folder; created with mode 0700 if it is not there. */
  readonly dir: string;
}

const openDescriptor = promisify(openWithCallback);

const folderMode = 0o700;
const fileMode = 0o600;
/** Bytes of one read: larger ones do not make a download faster, and each download holds one. */
const readSize = 65_536;

/**
 * Opens a folder as a storage. The folder is created now and never later: where it is on a disk that was
 * unmounted, writes must fail instead of filling the disk below.
 *
 * @throws StorageAway if the folder can be neither found nor made.
 */
export async function openLocalStorage({ dir }: LocalStorageOptions): Promise<FileStorage> {
  const root = resolve(dir);
  await mkdir(root, { recursive: true, mode: folderMode }).catch(fail);
  return new LocalStorage(root);
}

class LocalStorage implements FileStorage {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async write(key: string, body: AsyncIterable<Uint8Array>, { signal }: WriteOptions): Promise<StoredObject> {
    const path = this.localPath(key);
    const part = join(dirname(path), partName(basename(path)));
    const handle = await this.#create(part).catch(fail);
    let isStored = false;
    try {
      const stored = await fill(handle, untilAborted(body, signal));
      signal?.throwIfAborted();
      await rename(part, path).catch(fail);
      isStored = true;
      // The name is durable only with its folder, and the folder with the one that holds it.
      await syncFolder(dirname(path)).catch(fail);
      return stored;
    } catch (error) {
      await this.#remove(isStored ? path : part);
      throw error;
    }
  }

  async read(key: string, range?: ByteRange, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const fd = await this.openFile(key);
    // The stream closes it, also when it ends early.
    return createReadStream('', {
      fd,
      highWaterMark: readSize,
      ...(range === undefined ? {} : { start: range.start, end: range.end }),
      ...(signal === undefined ? {} : { signal }),
    });
  }

  async openFile(key: string): Promise<number> {
    const fd = await this.#unlessMissing(openDescriptor(this.localPath(key), 'r'));
    if (fd === null) throw new FileMissing(key);
    return fd;
  }

  async size(key: string): Promise<number | null> {
    const found = await this.#unlessMissing(stat(this.localPath(key)));
    return found?.isFile() ? found.size : null;
  }

  async delete(key: string): Promise<void> {
    const path = this.localPath(key);
    await this.#unlessMissing(this.#deleteAll(dirname(path), basename(path)));
  }

  async *list(prefix: string): AsyncIterable<ListedObject> {
    const end = prefix.lastIndexOf('/');
    yield* this.#listFolder(end < 0 ? '' : checkKey(prefix.slice(0, end)), prefix);
  }

  async free(): Promise<number | null> {
    const { bavail, bsize } = await statfs(this.#root).catch(fail);
    return bavail * bsize;
  }

  localPath(key: string): string {
    return join(this.#root, checkKey(key));
  }

  /** Creates the file, and the folders between it and the root. */
  async #create(path: string): Promise<FileHandle> {
    // A deletion in the same folder may remove it between the two calls.
    for (let attempt = 0; ; attempt += 1) {
      await this.#createFolder(dirname(path));
      try {
        return await open(path, 'wx', fileMode);
      } catch (error) {
        if (!isMissing(error) || attempt === 2) throw error;
      }
    }
  }

  async #createFolder(folder: string): Promise<void> {
    if (folder === this.#root) return;
    try {
      await mkdir(folder, { mode: folderMode });
    } catch (error) {
      if (isCode(error, 'EEXIST')) return;
      if (!isMissing(error) || dirname(folder) === this.#root) throw error;
      await this.#createFolder(dirname(folder));
      await mkdir(folder, { mode: folderMode }).catch(ignoreExisting);
    }
    await syncFolder(dirname(folder));
  }

  /** Removes what a write left, and its folder if nothing else is in it. It never fails: the cause counts. */
  async #remove(path: string): Promise<void> {
    await unlink(path).catch(() => undefined);
    if (dirname(path) !== this.#root) await rmdir(dirname(path)).catch(() => undefined);
  }

  /** The result, or null where the object or its folder is missing. */
  async #unlessMissing<T>(call: Promise<T>): Promise<T | null> {
    try {
      return await call;
    } catch (error) {
      if (!isMissing(error)) throw storageError(error);
    }
    // Without the root, everything seems to be missing.
    await stat(this.#root).catch(fail);
    return null;
  }

  async #deleteAll(folder: string, name: string): Promise<void> {
    const names = await readdir(folder);
    const removed = names.filter((each) => each === name || isPartOf(each, name));
    for (const each of removed) await unlink(join(folder, each)).catch(ignoreMissing);
    if (removed.length === names.length && folder !== this.#root) await rmdir(folder).catch(ignoreUsed);
    else if (removed.length > 0) await syncFolder(folder);
  }

  async *#listFolder(folder: string, prefix: string): AsyncGenerator<ListedObject> {
    const entries = await this.#unlessMissing(readdir(join(this.#root, folder), { withFileTypes: true }));
    for (const entry of entries ?? []) {
      const key = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const mayHold = entry.isDirectory() && (`${key}/`.startsWith(prefix) || prefix.startsWith(`${key}/`));
      if (mayHold) yield* this.#listFolder(key, prefix);
      else if (entry.isFile() && key.startsWith(prefix)) {
        const found = await this.#unlessMissing(stat(join(this.#root, key)));
        if (found) yield { key, bytes: found.size, modifiedAt: found.mtime };
      }
    }
  }
}

/** Writes all chunks, then closes the file, whatever happens. */
async function fill(handle: FileHandle, body: AsyncIterable<Uint8Array>): Promise<StoredObject> {
  const checksum = createChecksum();
  let bytes = 0;
  try {
    for await (const chunk of body) {
      // The disk works in another thread while this one computes the checksum.
      const written = writeWhole(handle, chunk);
      checksum.add(chunk);
      bytes += chunk.length;
      await written.catch(fail);
    }
    await handle.sync().catch(fail);
  } finally {
    await handle.close();
  }
  return { bytes, checksum: checksum.end() };
}

/** A call may write less than it was given, such as the last bytes that a quota allows. */
async function writeWhole(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  let rest = chunk;
  while (rest.length > 0) {
    const { bytesWritten } = await handle.write(rest);
    rest = rest.subarray(bytesWritten);
  }
}

function fail(error: unknown): never {
  throw storageError(error);
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; its file system keeps names by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Unfinished, and in the same folder, so that renaming it is atomic. */
function partName(name: string): string {
  return `.${name}.${randomBytes(8).toString('hex')}.part`;
}

function isPartOf(found: string, name: string): boolean {
  return found.startsWith(`.${name}.`) && /^[0-9a-f]{16}\.part$/.test(found.slice(name.length + 2));
}

function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

function ignoreExisting(error: unknown): undefined {
  if (!isCode(error, 'EEXIST')) throw error;
}

/** Another write has begun in the folder. */
function ignoreUsed(error: unknown): undefined {
  if (!isCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) throw error;
}
