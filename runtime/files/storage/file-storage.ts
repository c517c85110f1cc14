/** The contract of storages, as custom ones know it too, and the keys of this service. */
export {
  type ByteRange,
  FileMissing,
  type FileStorage,
  type ListedObject,
  StorageAway,
  StorageFull,
  type StoredObject,
  type WriteOptions,
} from '../../config/file-storage.js';

/** Segments of letters, digits, `_`, `-` and single dots inside: none is empty, `.` or `..`. */
const keyPattern = /^\.?[\w-]+(?:\.[\w-]+)*(?:\/\.?[\w-]+(?:\.[\w-]+)*)*$/;
const maxKeyLength = 512;

/**
 * Refuses a key that this service does not make: it must never lead out of the storage.
 *
 * @throws RangeError
 */
export function checkKey(key: string): string {
  if (key.length > maxKeyLength || !keyPattern.test(key))
    throw new RangeError('Not a key of a stored object.');
  return key;
}
