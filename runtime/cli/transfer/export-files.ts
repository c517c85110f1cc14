/** The folder that gets the bytes of the files of an export. */
import { createWriteStream } from 'node:fs';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { resolveServiceOptions } from '../../config/service-options.js';
import type { StoredDocument } from '../../documents/document-model.js';
import { fileIdIn } from '../../files/records/file-address.js';
import { keyOf, storageOfFile } from '../../files/records/file-table.js';
import { createChecksum } from '../../files/storage/checksum.js';
import { FileMissing, type FileStorage } from '../../files/storage/file-storage.js';
import { openPlaces } from '../../files/storage/open-place.js';
import type { Driver } from '../../storage/driver.js';
import { type Project, ProjectError } from '../project.js';
import { fileNameOf } from './file-name.js';

/** A folder that gets the files of an export. */
export interface ExportFiles {
  /** Copies the file of a view of a collection, unless the folder has these bytes. */
  copy(slug: string, view: StoredDocument): Promise<void>;
}

/**
 * Opens the folder, which is made if it is not there.
 *
 * @throws ProjectError where no collection has files, StorageAway
 */
export async function openExportFiles(
  { config }: Project,
  driver: Driver,
  folder: string,
): Promise<ExportFiles> {
  const { files } = resolveServiceOptions(config);
  if (files === null) throw new ProjectError('no collection of the config has files.');
  const places = await openPlaces(files);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    async copy(slug, view) {
      const id = fileIdIn(view['url']);
      const { checksum } = view;
      if (id === null || typeof checksum !== 'string') return;
      const path = join(folder, fileNameOf(checksum));
      if (await isThere(path)) return;
      const place = places.get((await storageOfFile(driver, id)) ?? '');
      const key = keyOf({ collection: slug, id });
      if (place !== undefined && (await copied(place.storage, key, { path, checksum }))) return;
      throw new ProjectError(
        `the file of ${slug}/${String(view['id'])} is not as it was stored: svc media check --checksums names such files.`,
      );
    },
  };
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Copies an object; the copy appears when it is complete. False if it is not as it was stored. */
async function copied(
  storage: FileStorage,
  key: string,
  { path, checksum }: { readonly path: string; readonly checksum: string },
): Promise<boolean> {
  const unfinished = `${path}.${process.pid}.part`;
  const found = createChecksum();
  try {
    const bytes = await storage.read(key);
    await pipeline(counted(bytes, found.add), createWriteStream(unfinished, { mode: 0o600 }));
    const isRight = found.end() === checksum;
    if (isRight) await rename(unfinished, path);
    return isRight;
  } catch (error) {
    if (error instanceof FileMissing) return false;
    throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  add: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    add(chunk);
    yield chunk;
  }
}
