import { type FileStorage, StorageFull } from './file-storage.js';

/** Below this many free bytes nothing is stored, so that documents and the database have room: 100 MiB. */
const minFree = 100 * 1024 * 1024;

/** @throws StorageFull */
export async function checkSpace(storage: FileStorage): Promise<void> {
  const free = (await storage.free?.()) ?? null;
  if (free !== null && free < minFree) throw new StorageFull();
}
