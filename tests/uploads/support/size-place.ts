import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { resolveFilesOptions } from '../../../runtime/config/files-options.js';
import { ImagePool } from '../../../runtime/files/images/image-pool.js';
import type { SizeMaker } from '../../../runtime/files/images/made-sizes.js';
import { createSizeMaker } from '../../../runtime/files/images/size-maker.js';
import { createFileId } from '../../../runtime/files/records/file-address.js';
import { keyOf, type LiveFile, makeLive, stageFile } from '../../../runtime/files/records/file-table.js';
import { type WantedSize, wantSize } from '../../../runtime/files/records/size-table.js';
import { fileTables, sizeTables } from '../../../runtime/files/records/tables.js';
import type { FileStorage } from '../../../runtime/files/storage/file-storage.js';
import { openLocalStorage } from '../../../runtime/files/storage/local/local-storage.js';
import type { Driver } from '../../../runtime/storage/driver.js';
import { createSystemTables } from '../../../runtime/storage/schema/system-tables.js';
import { inChunks } from '../../conformance/file-storage.js';
import { openTestDriver } from '../../support/test-database.js';

/** Instances that share a database and a storage. */
export interface Place {
  readonly driver: Driver;
  readonly time: { now: number };
  /** Keys in the order in which they were written. */
  readonly written: string[];
  readonly folder: string;
  instance(pool?: ImagePool): SizeMaker;
  /** Stores an image with its sizes to be made. */
  add(bytes: Buffer): Promise<LiveFile>;
}

const sizes = [
  { name: 'small-1', width: 20 },
  { name: 'large-2', width: 40 },
] as const;

export function wanted(file: string): readonly WantedSize[] {
  return sizes.map(({ name, width }) => ({
    file,
    name,
    spec: { name, width, fit: 'inside', format: 'webp', quality: 80 },
    focalX: 50,
    focalY: 50,
  }));
}

export async function openPlace(): Promise<Place> {
  const driver = await openTestDriver();
  await driver.schemaChange((connection) => createSystemTables(connection, [...fileTables, ...sizeTables]));
  const folder = mkdtempSync(join(tmpdir(), 'svc-sizes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const written: string[] = [];
  const local = await openLocalStorage({ dir: folder });
  const storage: FileStorage = {
    read: (...call) => local.read(...call),
    size: (key) => local.size(key),
    delete: (key) => local.delete(key),
    list: (prefix) => local.list(prefix),
    free: async () => (await local.free?.()) ?? null,
    write(...call) {
      written.push(call[0].replace(/^.*\//, ''));
      return local.write(...call);
    },
  };
  const time = { now: 1_000_000 };
  const config = { collections: [{ slug: 'photos', upload: true, fields: [] }] };
  const options = resolveFilesOptions(config, {}, { auth: null, server: null });
  if (options === null) throw new Error('The config has files.');
  return {
    driver,
    time,
    written,
    folder,
    instance(pool = new ImagePool()) {
      const maker = createSizeMaker({
        files: { driver, options, clock: () => time.now, storageNamed: () => storage },
        pool,
        limitsOf: () => ({ maxPixels: 1_000_000, maxFrames: 10 }),
        headersOf: (_, contentType) => ({ contentType }),
        onMade: async () => undefined,
        logError: () => undefined,
      });
      onTestFinished(() => maker.stop());
      return maker;
    },
    async add(bytes) {
      const file = { id: createFileId(), collection: 'photos', storage: '', createdAt: time.now };
      const stored = await local.write(keyOf(file), inChunks(bytes), { contentType: 'image/png' });
      const live = { id: file.id, document: 'one', mimeType: 'image/png', ...stored };
      await driver.briefTransaction(async (connection) => {
        await stageFile(connection, file);
        for (const size of wanted(file.id)) await wantSize(connection, size, time.now);
        await makeLive(connection, live);
      });
      return { ...live, collection: 'photos', storage: '' };
    },
  };
}
