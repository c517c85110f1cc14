import { createReadStream } from 'node:fs';
import type { ImageLimits } from '../content/image-facts.js';
import type { FileService } from '../file-service.js';
import { keyOf, type LiveFile } from '../records/file-table.js';
import { keepSize, type SizeRow, sizeKeyOf } from '../records/size-table.js';
import type { ObjectHeaders } from '../serve/file-headers.js';
import { imageFile } from './image-file.js';
import type { ImageSource, MadeSize } from './image-pool.js';

/** What sizes are stored with. */
export type SizeStorage = Pick<FileService, 'driver' | 'storageNamed'>;

/** A stored image as what sizes are made from. */
export function sourceOf({ storageNamed }: SizeStorage, live: LiveFile, limits: ImageLimits): ImageSource {
  return {
    file: imageFile(storageNamed(live.storage), keyOf(live)),
    mimeType: live.mimeType,
    maxPixels: limits.maxPixels,
    maxFrames: limits.maxFrames,
  };
}

/** Stores a size that was made, unless its row is gone. */
export async function storeSize(
  { driver, storageNamed }: SizeStorage,
  { live, row }: { readonly live: LiveFile; readonly row: SizeRow },
  { path, mimeType, headers = { contentType: mimeType } }: MadeSize & { readonly headers?: ObjectHeaders },
): Promise<void> {
  const storage = storageNamed(live.storage);
  const key = sizeKeyOf(live.collection, row);
  const stored = await storage.write(key, createReadStream(path), headers);
  const isKept = await driver.briefTransaction((connection) =>
    keepSize(connection, row, { mimeType, ...stored }),
  );
  if (!isKept) await storage.delete(key);
}
