import { createReadStream } from 'node:fs';
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { InvalidFile } from '../../files/content/content-errors.js';
import { ImageProcessEnded } from '../../files/images/image-errors.js';
import type { ImagePool, MadeSize } from '../../files/images/image-pool.js';
import { isSizeOfConfig, type NamedSize, sizesOf } from '../../files/images/image-sizes.js';
import { sourceOf } from '../../files/images/store-size.js';
import { keyOf, type LiveFile } from '../../files/records/file-table.js';
import {
  dropSizes,
  keepSize,
  type SizeRow,
  sizeKeyOf,
  sizesOfFiles,
  wantSize,
} from '../../files/records/size-table.js';
import { failTakenSizes, returnSizes, takeNamedSizes } from '../../files/records/taken-sizes.js';
import { createChecksum } from '../../files/storage/checksum.js';
import { type FileStorage, StorageAway } from '../../files/storage/file-storage.js';
import { isRasterType } from '../../util/media-types.js';
import { namedImages } from './named-images.js';
import type { Media } from './open-media.js';

/** What was done for an image. */
export interface RegeneratedImage {
  readonly made: number;
  readonly unchanged: number;
  /** The key of an image that is missing, or cannot be decoded. */
  readonly failed: string | null;
}

export interface RegeneratingParts {
  readonly media: Media;
  readonly pool: ImagePool;
  readonly size?: string | undefined;
  readonly missing: boolean;
}

/** How long servers leave the sizes alone that this process makes, in milliseconds. */
const lease = 600_000;

/** Makes the sizes of one image; null for a file that is none, or that only versions name. */
export async function regenerateImage(
  parts: RegeneratingParts,
  descriptor: CollectionDescriptor,
  file: LiveFile,
): Promise<RegeneratedImage | null> {
  const { driver, places } = parts.media;
  if (!isRasterType(file.mimeType)) return null;
  // Before the documents: what is wanted meanwhile is then not taken for obsolete.
  const known = new Map((await sizesOfFiles(driver, [file.id])).map((row) => [row.name, row]));
  const images = await namedImages(driver, descriptor, file);
  const all = [
    ...new Map(
      images.flatMap((image) => sizesOf(descriptor, image)).map((size) => [size.name, size]),
    ).values(),
  ];
  if (all.length === 0) return null;
  const storage = places.get(file.storage);
  if (storage === undefined) throw new StorageAway(`There is no storage ${file.storage} in the config.`);
  const target = { file, storage, known };
  const wanted: NamedSize[] = [];
  for (const size of all) {
    if (parts.size !== undefined && size.spec.name !== parts.size) continue;
    if (parts.missing && (await isThere(target, size.name))) continue;
    wanted.push(size);
  }
  const done = { made: 0, unchanged: all.length - wanted.length };
  if (parts.size !== undefined) done.unchanged = 0;
  if (wanted.length > 0) {
    if ((await storage.size(keyOf(file))) === null) return { made: 0, unchanged: 0, failed: keyOf(file) };
    const isWhole = await makeAll(parts, descriptor, { ...target, wanted, done });
    if (!isWhole) return { ...done, failed: keyOf(file) };
  }
  if (parts.size === undefined) await dropObsolete(parts.media, target, all);
  return { ...done, failed: null };
}

interface Target {
  readonly file: LiveFile;
  readonly storage: FileStorage;
  /** Rows of the sizes of the file, by their names. */
  readonly known: ReadonlyMap<string, SizeRow>;
}

async function isThere({ file, storage, known }: Target, name: string): Promise<boolean> {
  const row = known.get(name);
  if (row?.state !== 'made' || row.made === null) return false;
  return (await storage.size(sizeKeyOf(file.collection, row))) === row.made.bytes;
}

interface Making extends Target {
  readonly wanted: readonly NamedSize[];
  readonly done: { made: number; unchanged: number };
}

/** Returns false for an image that cannot be decoded. */
async function makeAll(
  { media, pool }: RegeneratingParts,
  { upload }: CollectionDescriptor,
  { file, storage, known, wanted, done }: Making,
): Promise<boolean> {
  const { driver, places } = media;
  const names = wanted.map(({ name }) => name);
  const now = Date.now();
  const until = now + lease;
  // The row comes first: there are no bytes without one.
  await driver.briefTransaction(async (connection) => {
    for (const size of wanted) await wantSize(connection, { ...size, file: file.id }, now);
    await takeNamedSizes(connection, { file: file.id, names }, { now, until });
  });
  const taken = { file: file.id, names, until };
  const storageNamed = (name: string): FileStorage => {
    const found = places.get(name);
    if (found === undefined) throw new StorageAway(`There is no storage ${name} in the config.`);
    return found;
  };
  const source = sourceOf({ driver, storageNamed }, file, upload?.images ?? { maxPixels: 0, maxFrames: 0 });
  const target = { file, storage, known };
  try {
    for (const point of new Set(wanted.map(pointOf))) {
      const sizes = wanted.filter((size) => pointOf(size) === point);
      const [first] = sizes;
      if (first === undefined) continue;
      const { focalX, focalY } = first;
      await pool.makeSizes(source, {
        ...{ sizes: sizes.map(({ spec }) => spec), focalX, focalY },
        async store(made) {
          const size = sizes.find(({ spec }) => spec === made.spec);
          if (size === undefined) return;
          if (await storeAgain(media, target, { size, made })) done.made += 1;
          else done.unchanged += 1;
        },
      });
    }
    return true;
  } catch (error) {
    if (!(error instanceof InvalidFile || error instanceof ImageProcessEnded)) {
      // Servers may go on at once.
      const dueAt = Date.now();
      await driver.briefTransaction((connection) => returnSizes(connection, taken, dueAt));
      throw error;
    }
    await driver.briefTransaction((connection) => failTakenSizes(connection, taken));
    return false;
  }
}

/** Returns false where the same bytes are there already: a stored object is not written again then. */
async function storeAgain(
  { driver, headersOf }: Media,
  { file, storage, known }: Target,
  { size, made }: { readonly size: NamedSize; readonly made: MadeSize },
): Promise<boolean> {
  const row = known.get(size.name);
  const key = sizeKeyOf(file.collection, { file: file.id, name: size.name });
  const there = await storage.size(key);
  const isKnown = row?.state === 'made' && there === made.bytes;
  const checksum = await checksumOf(createReadStream(made.path));
  if (isKnown && row.made?.checksum === checksum && (await checksumOf(await storage.read(key))) === checksum)
    return false;
  // No object is changed: a reader that finds none in between makes it at once.
  if (there !== null) await storage.delete(key);
  const { collection, storage: place } = file;
  const headers = headersOf({ collection, place, mimeType: made.mimeType });
  const stored = await storage.write(key, createReadStream(made.path), headers);
  const isKept = await driver.briefTransaction((connection) =>
    keepSize(connection, { file: file.id, name: size.name }, { mimeType: made.mimeType, ...stored }),
  );
  // The image was deleted meanwhile.
  if (!isKept) await storage.delete(key);
  return isKept;
}

async function checksumOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const checksum = createChecksum();
  for await (const chunk of bytes) checksum.add(chunk);
  return checksum.end();
}

/** Sizes of a former config or focal point: they go later, as always. */
async function dropObsolete(
  { driver }: Media,
  { file, known }: Target,
  all: readonly NamedSize[],
): Promise<void> {
  const names = [...known.values()]
    .filter(
      ({ name, state }) => state !== 'dead' && isSizeOfConfig(name) && all.every((one) => one.name !== name),
    )
    .map(({ name }) => name);
  if (names.length === 0) return;
  await driver.briefTransaction((connection) => dropSizes(connection, file.id, { names, now: Date.now() }));
}

function pointOf({ focalX, focalY }: NamedSize): string {
  return `${focalX} ${focalY}`;
}
