import { hiddenKey } from '../../files/hidden/move-objects.js';
import { keyOf, type LiveFile, moveFile, placedFiles } from '../../files/records/file-table.js';
import { findHidden, type HiddenFile, keepHidden, lookAgain } from '../../files/records/hidden-table.js';
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
  const isPublic = media.publicPlaces.has(to.name);
  const hidden = await hiddenFor(media, file, isPublic);
  const own = keyOf(file);
  const other = hidden && hiddenKey(hidden, 'original');
  // Of a hidden file the objects may be under either key.
  const keys = [own, ...(other === null ? [] : [other])];
  if (isRecorded) for (const key of keys) if ((await to.storage.size(key)) !== null) return 'there';
  const target = isPublic && hidden?.state === 'hidden' && other !== null ? other : own;
  const copied = await copyObjects({ media, from, to }, file, { keys, target });
  if (copied.length === 0) return 'failed';
  const moved = await media.driver.briefTransaction(async (connection) => {
    const isHidden = isPublic && (await media.isInTrash(connection, file));
    const change = { id: file.id, from: from.name, to: to.name };
    if (!isRecorded && !(await moveFile(connection, change))) return false;
    const state = isHidden ? 'hidden' : target === own ? 'returned' : 'returning';
    await lookAgain(connection, { file: file.id, state }, systemClock());
    return true;
  });
  if (moved) return 'copied';
  const now = (await placedFiles(media.driver, [file.id])).get(file.id);
  // Another copy of the place was faster, and the file is read there by now.
  if (now?.isLive) return now.storage === to.name ? 'there' : 'other';
  // Its document was deleted meanwhile, and the old place is cleared of it as always.
  for (const key of copied) await to.storage.delete(key);
  return 'other';
}

/** The record of a hidden file, which one in the trash has before its bytes are where everyone reads them. */
async function hiddenFor(
  { driver, isInTrash }: Media,
  file: LiveFile,
  isPublic: boolean,
): Promise<HiddenFile | null> {
  // Elsewhere nothing is hidden, so that nothing waits for a write of each file.
  if (!isPublic) return findHidden(driver, file.id);
  return driver.briefTransaction(async (connection) => {
    if (await isInTrash(connection, file)) await keepHidden(connection, file.id);
    return findHidden(connection, file.id);
  });
}

/** The keys of the originals that a file may have, and the one that it gets. */
interface CopiedKeys {
  readonly keys: readonly string[];
  readonly target: string;
}

/** Returns the keys of what was written; none if there is no original as it was stored. */
async function copyObjects(
  { media, from, to }: Copying,
  file: LiveFile,
  { keys, target }: CopiedKeys,
): Promise<readonly string[]> {
  const { collection } = file;
  const headersOf = (mimeType: string): ObjectHeaders =>
    media.headersOf({ collection, place: to.name, mimeType });
  const place = { from: from.storage, to: to.storage };
  const whole = { to: target, headers: headersOf(file.mimeType), checksum: file.checksum };
  let isCopied = false;
  for (const key of keys) isCopied ||= await copyObject(place, { ...whole, from: key });
  if (!isCopied) return [];
  const copied = [target];
  const sizes = await sizesOfFiles(media.driver, [file.id]);
  const types = new Map(sizes.map((size) => [size.name, size.made?.mimeType]));
  for (const original of keys) {
    const prefix = folderOf(original);
    for await (const { key } of from.storage.list(prefix)) {
      const name = key.slice(prefix.length);
      // Made from the original, and made again where they are missing; unfinished writes begin with a dot.
      if (key === original || name.startsWith('.')) continue;
      const headers = headersOf(types.get(name) ?? 'application/octet-stream');
      const size = { from: key, to: `${folderOf(target)}${name}`, headers };
      if (await copyObject(place, size)) copied.push(size.to);
    }
  }
  return copied;
}

function folderOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/') + 1);
}

interface ObjectCopy {
  readonly from: string;
  readonly to: string;
  readonly headers: ObjectHeaders;
  /** Absent where any bytes are taken. */
  readonly checksum?: string;
}

/** Returns false where there is none, or other bytes than were stored. */
async function copyObject(
  place: { readonly from: FileStorage; readonly to: FileStorage },
  { from, to, headers, checksum: expected }: ObjectCopy,
): Promise<boolean> {
  try {
    const { checksum } = await place.to.write(to, await place.from.read(from), headers);
    if (expected === undefined || checksum === expected) return true;
    await place.to.delete(to);
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error;
  }
  return false;
}
