/**
 * Moves the objects of a file between their own keys and those that nobody can guess. Each step may be the
 * last one of a process: an object is removed only after its copy is whole, and what was done is done again.
 */
import type { HiddenFile } from '../records/hidden-table.js';
import type { SizeRow } from '../records/size-table.js';
import type { ObjectHeaders } from '../serve/file-headers.js';
import { FileMissing, type FileStorage, StorageAway } from '../storage/file-storage.js';

/** A file whose objects move. */
export interface MovedFile {
  readonly file: Pick<HiddenFile, 'file' | 'key' | 'collection' | 'mimeType' | 'isLive'>;
  readonly storage: FileStorage;
  /** What is recorded of its sizes. */
  readonly sizes: readonly SizeRow[];
  /** What the place keeps beside an object, where it does not copy that itself. */
  readonly headersOf: (mimeType: string) => ObjectHeaders;
  /** Whether the objects are still to move. Asked before anything is removed. */
  readonly isHeld: () => Promise<boolean>;
}

const original = 'original';

/** Moves all objects under the other key. Returns false if they are to be elsewhere by now. */
export async function hideObjects(moved: MovedFile): Promise<boolean> {
  const { storage, file, isHeld } = moved;
  for (const name of await namesUnder(moved, file.file)) {
    const from = ownKey(file, name);
    if (!(await copyWhole(moved, { name, from, to: hiddenKey(file, name) }))) continue;
    if (!(await isHeld())) return false;
    await storage.delete(from);
  }
  return isHeld();
}

/**
 * Copies what documents may name back under its own keys. The copies stay for a while: a process that was
 * halted in the middle of hiding the file may still remove an object.
 */
export async function returnObjects(moved: MovedFile): Promise<boolean> {
  const { file, sizes, isHeld } = moved;
  const recorded = new Set([original, ...sizes.flatMap(({ name, made }) => (made === null ? [] : name))]);
  for (const name of await namesUnder(moved, file.key)) {
    if (!recorded.has(name)) continue;
    if (!(await isHeld())) return false;
    await copyWhole(moved, { name, from: hiddenKey(file, name), to: ownKey(file, name) });
  }
  return isHeld();
}

/** Removes the copies under the other key. */
export async function removeHidden(moved: MovedFile): Promise<void> {
  const { storage, file } = moved;
  for (const name of await namesUnder(moved, file.key)) await storage.delete(hiddenKey(file, name));
}

/** The key of an object as its documents name it. */
function ownKey({ collection, file }: MovedFile['file'], name: string): string {
  return `${collection}/${file}/${name}`;
}

/** The key of an object that is hidden. */
export function hiddenKey({ collection, key }: Pick<HiddenFile, 'collection' | 'key'>, name: string): string {
  return `${collection}/${key}/${name}`;
}

/** What is there, and what should be: a place may list an object late. The original is the first one. */
async function namesUnder(
  { storage, file: { collection }, sizes }: MovedFile,
  id: string,
): Promise<Iterable<string>> {
  const names = new Set([original, ...sizes.map(({ name }) => name)]);
  const prefix = `${collection}/${id}/`;
  // What unfinished writes have left begins with a dot, and goes with its key.
  for await (const { key } of storage.list(prefix)) {
    const name = key.slice(prefix.length);
    if (!name.startsWith('.')) names.add(name);
  }
  return names;
}

interface Copy {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** Returns false where there is nothing to copy. */
async function copyWhole(
  { storage, file, sizes, headersOf }: MovedFile,
  { name, from, to }: Copy,
): Promise<boolean> {
  const bytes = await storage.size(from);
  if (bytes === null) return false;
  // Objects never change: one of this length is whole.
  if ((await storage.size(to)) === bytes) return true;
  const made = sizes.find((size) => size.name === name)?.made;
  const mimeType = name === original ? file.mimeType : (made?.mimeType ?? 'application/octet-stream');
  try {
    if (storage.copy !== undefined) await storage.copy(from, to);
    else await storage.write(to, await storage.read(from), headersOf(mimeType));
  } catch (error) {
    if (error instanceof FileMissing) return false;
    throw error;
  }
  if ((await storage.size(to)) !== bytes)
    throw new StorageAway('The place of the files copied another length.');
  return true;
}
