import { hiddenKey } from '../../files/hidden/move-objects.js';
import { isSizeOfConfig } from '../../files/images/image-sizes.js';
import { keyOf, type LiveFile, liveFilesAfter, placedFiles } from '../../files/records/file-table.js';
import { findHidden, hiddenAmong } from '../../files/records/hidden-table.js';
import { sizeKeyOf, sizesOfFiles } from '../../files/records/size-table.js';
import { uploadsAmong } from '../../files/resumable/upload-table.js';
import { createChecksum } from '../../files/storage/checksum.js';
import { FileMissing, type FileStorage } from '../../files/storage/file-storage.js';
import { optionOfPlace } from '../../files/storage/open-place.js';
import type { Media } from './open-media.js';
import { removeUnknown } from './remove-unknown.js';

/** What does not fit between the records of files and their bytes. */
export interface MediaProblem {
  /**
   * `missing`: a document names a file whose bytes are not there, or the address of a size in a public
   * bucket. `unknown`: bytes that no record knows.
   * `wrongLength`, `wrongContent`: other bytes than were stored.
   */
  readonly kind: 'missing' | 'unknown' | 'wrongLength' | 'wrongContent';
  /** `storage`, or `storages.archive`. */
  readonly storage: string;
  readonly key: string;
  /** Whether it was removed. */
  readonly removed: boolean;
}

export interface MediaReport {
  /** Files that documents name. */
  readonly files: number;
  /** Their bytes. */
  readonly bytes: number;
  readonly problems: readonly MediaProblem[];
}

export interface CheckOptions {
  /** Reads all files, and compares their checksums. */
  readonly checksums: boolean;
  /** Removes unknown objects that are older than a day, unless a record waits for their bytes. */
  readonly fix: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Called for each object and file. */
  readonly seen: () => void;
}

const batchSize = 500;
const day = 86_400_000;

/** `<slug>/<fileId>/<name>`, also of an unfinished write. Other objects are not of this service. */
const ownKey = /^([^/]+)\/([A-Za-z0-9_-]{22})\/[^/]+$/;

/**
 * Compares the records of files with the places that have their bytes. Objects are listed before their
 * records are read: a record is there before the bytes, so an upload that runs is never unknown.
 *
 * @throws StorageAway
 */
export async function checkMedia(media: Media, options: CheckOptions): Promise<MediaReport> {
  const problems: MediaProblem[] = [];
  const found = new Map<string, FoundObjects>();
  for (const [name, storage] of media.places) {
    const objects = { originals: new Set<string>(), sizes: new Set<string>() };
    found.set(name, objects);
    for await (const problem of problemsOfPlace(media, { name, storage, objects }, options))
      problems.push(problem);
  }
  let files = 0;
  let bytes = 0;
  for await (const file of liveFiles(media)) {
    files += 1;
    bytes += file.bytes;
    options.seen();
    const problem = await problemOf(media, file, {
      ...options,
      isListed: found.get(file.storage)?.originals.has(file.id) ?? false,
    });
    if (problem !== null) problems.push(problem);
  }
  for await (const problem of missingSizes(media, found)) problems.push(problem);
  return { files, bytes, problems };
}

/** The files that documents name, in the order of their ids. */
export async function* liveFiles({ driver }: Media): AsyncGenerator<LiveFile> {
  let after = '';
  for (;;) {
    const files = await liveFilesAfter(driver, { after, limit: batchSize });
    yield* files;
    if (files.length < batchSize) return;
    after = files.at(-1)?.id ?? after;
  }
}

interface ListedPlace {
  readonly name: string;
  readonly storage: FileStorage;
  readonly objects: FoundObjects;
}

/** What a place has. */
interface FoundObjects {
  /** Ids of the files whose originals are there, in their length. */
  readonly originals: Set<string>;
  /** Keys of sizes of images, in a place where browsers read them. */
  readonly sizes: Set<string>;
}

interface Listed {
  readonly key: string;
  readonly id: string;
  readonly collection: string;
  readonly bytes: number;
}

async function* problemsOfPlace(
  media: Media,
  { name, storage, objects: { originals, sizes } }: ListedPlace,
  { fix, now, seen }: CheckOptions,
): AsyncGenerator<MediaProblem> {
  const { driver } = media;
  for await (const batch of batchesOf(storage)) {
    const ids = [...new Set(batch.map(({ id }) => id))];
    const known = await placedFiles(driver, ids);
    const uploads = await uploadsAmong(driver, ids);
    const hidden = new Map((await hiddenAmong(driver, ids)).map((file) => [file.key, file]));
    for (const { key, id, collection, bytes } of batch) {
      seen();
      const file = known.get(id);
      if (file?.storage === name) {
        if (!key.endsWith('/original')) {
          if (media.publicPlaces.has(name)) sizes.add(key);
          continue;
        }
        if (file.isLive && file.bytes !== bytes) yield { ...problemAt('wrongLength', name, key) };
        originals.add(id);
        continue;
      }
      if (uploads.has(id) || hidden.get(id)?.storage === name) continue;
      // It may have been removed since it was listed.
      if ((await storage.size(key)) === null) continue;
      const object = { name, key, file: { id, collection } };
      const removed = fix && (await removeUnknown(media, object, now - day));
      yield { ...problemAt('unknown', name, key), removed };
    }
  }
}

async function* batchesOf(storage: FileStorage): AsyncGenerator<readonly Listed[]> {
  let batch: Listed[] = [];
  for await (const { key, bytes } of storage.list('')) {
    const [, collection, id] = ownKey.exec(key) ?? [];
    if (collection === undefined || id === undefined) continue;
    batch.push({ key, id, collection, bytes });
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/**
 * The sizes of images that are not there although pages have their addresses. Elsewhere the service makes
 * such a size when it is requested.
 */
async function* missingSizes(
  media: Media,
  found: ReadonlyMap<string, FoundObjects>,
): AsyncGenerator<MediaProblem> {
  const { driver, places, publicPlaces } = media;
  let after = '';
  while (publicPlaces.size > 0) {
    const files = await liveFilesAfter(driver, { after, limit: batchSize });
    const shown = new Map(
      files.filter(({ storage }) => publicPlaces.has(storage)).map((file) => [file.id, file]),
    );
    for (const { file, state } of await hiddenAmong(driver, [...shown.keys()]))
      if (state !== 'returned') shown.delete(file);
    for (const row of await sizesOfFiles(driver, [...shown.keys()])) {
      const file = shown.get(row.file);
      if (file === undefined || row.state !== 'made' || !isSizeOfConfig(row.name)) continue;
      const key = sizeKeyOf(file.collection, row);
      if (found.get(file.storage)?.sizes.has(key) === true) continue;
      // It may be newer than the list.
      if ((await places.get(file.storage)?.size(key)) === null) yield problemAt('missing', file.storage, key);
    }
    if (files.length < batchSize) return;
    after = files.at(-1)?.id ?? after;
  }
}

async function problemOf(
  { places, driver }: Media,
  file: LiveFile,
  { checksums, isListed }: CheckOptions & { readonly isListed: boolean },
): Promise<MediaProblem | null> {
  const key = keyOf(file);
  const storage = places.get(file.storage);
  if (storage === undefined) return problemAt('missing', file.storage, key);
  // Its length was compared.
  if (isListed && !checksums) return null;
  const look = async (at: string): Promise<MediaProblem | 'whole' | null> => {
    const found = checksums ? await checksumOf(storage, at) : await storage.size(at);
    if (found === null || found === (checksums ? file.checksum : file.bytes))
      return found === null ? null : 'whole';
    return problemAt(checksums ? 'wrongContent' : 'wrongLength', file.storage, at);
  };
  const lookAtHidden = async (): Promise<MediaProblem | 'whole' | null> => {
    const hidden = await findHidden(driver, file.id);
    return hidden && look(hiddenKey(hidden, 'original'));
  };
  // One that was not listed may be newer than the list, or hidden.
  const found = (await look(key)) ?? (await lookAtHidden());
  if (found === null) return problemAt('missing', file.storage, key);
  return found === 'whole' ? null : found;
}

/** Null for an object that is not there any more. */
async function checksumOf(storage: FileStorage, key: string): Promise<string | null> {
  const checksum = createChecksum();
  try {
    for await (const chunk of await storage.read(key)) checksum.add(chunk);
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
  return checksum.end();
}

function problemAt(kind: MediaProblem['kind'], storage: string, key: string): MediaProblem {
  return { kind, storage: optionOfPlace(storage), key, removed: false };
}
