import type { FileStorage } from '../storage/file-storage.js';
import type { ImageSource } from './image-pool.js';

/** A stored image for a process that decodes it: its path on this machine, or else its bytes. */
export function imageFile(storage: FileStorage, key: string): ImageSource['file'] {
  return storage.localPath?.(key) ?? (() => storage.read(key));
}
