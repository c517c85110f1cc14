import { hiddenKey } from '../../files/hidden/move-objects.js';
import { keyOf, type LiveFile, moveFile, placedFiles } from '../../files/records/file-table.js';
import { findHidden, lookAgain } from '../../files/records/hidden-table.js';
import { sizesOfFiles } from '../../files/records/size-table.js';
import type { ObjectHeaders } from '../../files/serve/file-headers.js';
import { FileMissing, type FileStorage } from '../../files/storage/file-storage.js';
import { systemClock } from '../../util/clock.js';
import { liveFiles } from './check-media.js';
import { type Media, placeNamed } from './open-media.js';

export interface CopyOptions {
  /** `storage`, or a name in `storages`. */
  readonly from: string;
  readonly to: string;
  /** Called for each file. */
  readonly seen: () => void;
}

export interface CopyReport {
  /** Files that were copied, and are read from the new place now. */
  readonly copied: number;
  readonly bytes: number;
  /** Files that were there already. */
  readonly there: number;
  /** Keys of files that could not be copied: their bytes are missing, or others than were stored. */
  readonly failed: readonly string[];
}

interface Copying {
  readonly media: Media;
  readonly from: { readonly name: string; readonly storage: FileStorage };
  readonly to: { readonly name: string; readonly storage: FileStorage };
}

/**
 * Copies the bytes of all files of a place to another one. From then on each file is read there: its record
 * says so after its bytes were compared. Where it is stopped, it goes on the next time. The old place keeps
 * its objects, which responses may still be reading.
 *
 * @throws ProjectError for an unknown place, StorageAway, StorageFull
 */
export async function copyMedia(media: Media, options: CopyOptions): Promise<CopyReport> {
  const from = placeNamed(media, options.from);
  const to = placeNamed(media, options.to);
  const copying = { media, from, to };
  const report = { copied: 0, bytes: 0, there: 0, failed: [] as string[] };
  for await (const file of liveFiles(media)) {
    const result = from.name === to.name ? 'other' : await copyFile(copying, file);
    if (result === 'other') continue;
    // Also of those that are there: the process may have ended before.
    if (result !== 'failed') await media.publish(file);
    options.seen();
    if (result === 'copied') {
      report.copied += 1;
      report.bytes += file.bytes;
    } else if (result === 'there') report.there += 1;
    else report.failed.push(keyOf(file));
  }
  return report;
}

type CopyResult = 'copied' | 'there' | 'failed' | 'other';

async function copyFile({ media, from, to }: Copying, file: LiveFile): Promise<CopyResult> {
  // A name in the config may mean another place than before, which has none of its files yet.
  const isRecorded = file.storage === to.name;
  if (!isRecorded && file.storage !== from.name) return 'other';
  const hidden = await findHidden(media.driver, file.id);
  // Of a hidden file the objects may be under either key.
  const keys = [keyOf(file), ...(hidden === null ? [] : [hiddenKey(hidden, 'original')])];
  if (isRecorded) for (const key of keys) if ((await to.storage.size(key)) !== null) return 'there';
  const copied = await copyObjects({ media, from, to }, file, keys);
  if (copied.length === 0) return 'failed';
  if (isRecorded) return 'copied';
  const moved = await media.driver.briefTransaction(async (connection) => {
    await lookAgain(connection, file.id, systemClock());
    return moveFile(connection, { id: file.id, from: from.name, to: to.name });
  });
  if (moved) return 'copied';
  const now = (await placedFiles(media.driver, [file.id])).get(file.id);
  // Another copy of the place was faster, and the file is read there by now.
  if (now?.isLive) return now.storage === to.name ? 'there' : 'other';
  // Its document was deleted meanwhile, and the old place is cleared of it as always.
  for (const key of copied) await to.storage.delete(key);
  return 'other';
}

/**
 * Copies the original from where it is, and what was made of it. Returns the keys of the originals: none if
 * there is none as it was stored.
 */
async function copyObjects(
  copying: Copying,
  file: LiveFile,
  keys: readonly string[],
): Promise<readonly string[]> {
  const copied: string[] = [];
  for (const original of keys) if (await copyUnder(copying, file, original)) copied.push(original);
  return copied;
}

async function copyUnder({ media, from, to }: Copying, file: LiveFile, original: string): Promise<boolean> {
  const { collection } = file;
  const prefix = original.slice(0, original.lastIndexOf('/') + 1);
  const headersOf = (mimeType: string): ObjectHeaders =>
    media.headersOf({ collection, place: to.name, mimeType });
  try {
    const body = await from.storage.read(original);
    const { checksum } = await to.storage.write(original, body, headersOf(file.mimeType));
    if (checksum !== file.checksum) {
      await to.storage.delete(original);
      return false;
    }
  } catch (error) {
    if (error instanceof FileMissing) return false;
    throw error;
  }
  const sizes = await sizesOfFiles(media.driver, [file.id]);
  const types = new Map(sizes.map((size) => [`${prefix}${size.name}`, size.made?.mimeType]));
  for await (const { key } of from.storage.list(prefix)) {
    // Made from the original, and made again where they are missing; unfinished writes begin with a dot.
    const isMade = key !== original && !/\/\.[^/]*$/.test(key);
    const options = headersOf(types.get(key) ?? 'application/octet-stream');
    if (isMade) await copyMade(from.storage, to.storage, { key, options });
  }
  return true;
}

async function copyMade(
  from: FileStorage,
  to: FileStorage,
  { key, options }: { readonly key: string; readonly options: ObjectHeaders },
): Promise<void> {
  try {
    await to.write(key, await from.read(key), options);
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error;
  }
}
