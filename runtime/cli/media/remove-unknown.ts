import { keyOf, type PlacedFile, placedFiles } from '../../files/records/file-table.js';
import type { FileStorage, ListedObject } from '../../files/storage/file-storage.js';
import type { Media } from './open-media.js';

/** An object of a place whose record, if there is one, names another place. */
export interface UnknownObject {
  /** Name of the place that has it. */
  readonly name: string;
  readonly key: string;
  /** The file that its key names. */
  readonly file: { readonly id: string; readonly collection: string };
}

/**
 * Removes an object that nobody needs, and returns whether it did. What is known of it may be old, so it is
 * looked up again first.
 *
 * @param before - milliseconds since 1970: newer objects stay.
 */
export async function removeUnknown(media: Media, object: UnknownObject, before: number): Promise<boolean> {
  const storage = media.places.get(object.name);
  const listed = storage === undefined ? null : await find(storage, object.key);
  if (storage === undefined || listed === null || listed.modifiedAt.getTime() >= before) return false;
  const record = (await placedFiles(media.driver, [object.file.id])).get(object.file.id);
  if (record !== undefined && !(await isElsewhere(media, record, { ...object, listed }))) return false;
  await storage.delete(object.key);
  return true;
}

/**
 * Whether the place of the record has the file in full length. Two names may mean the same place, as by a
 * link: then it is the same object, of the same time.
 */
async function isElsewhere(
  { places }: Media,
  record: PlacedFile,
  { name, key, file, listed }: UnknownObject & { readonly listed: ListedObject },
): Promise<boolean> {
  const own = places.get(record.storage);
  if (own === undefined || record.storage === name) return false;
  const original = await find(own, keyOf(file));
  if (original === null || original.bytes !== record.bytes) return false;
  const same = key === original.key ? original : await find(own, key);
  return same?.modifiedAt.getTime() !== listed.modifiedAt.getTime();
}

async function find(storage: FileStorage, key: string): Promise<ListedObject | null> {
  for await (const object of storage.list(key)) if (object.key === key) return object;
  return null;
}
