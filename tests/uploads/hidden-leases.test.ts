/** Hidden files that one instance moves, and what another one leaves alone meanwhile. */
import { expect, onTestFinished, test, vi } from 'vitest';
import type { FileStorage } from '../../runtime/config/file-storage.js';
import { createFileHiding, type FileHiding } from '../../runtime/files/hidden/file-hiding.js';
import { unsettled } from '../../runtime/files/images/unsettled.js';
import { createFileId } from '../../runtime/files/records/file-address.js';
import { keyOf, makeLive, stageFile } from '../../runtime/files/records/file-table.js';
import { findHidden, hideFilesOf, returnFilesOf } from '../../runtime/files/records/hidden-table.js';
import { fileTables, sizeTables } from '../../runtime/files/records/tables.js';
import { createSystemTables } from '../../runtime/storage/schema/system-tables.js';
import { inChunks } from '../conformance/file-storage.js';
import { openTestDriver } from '../support/test-database.js';
import { inMemory } from './support/memory-place.js';

interface Mover extends FileHiding {
  /** Keys that it has removed. */
  readonly removed: readonly string[];
}

/** Instances that share a database and a place, and the file of one document in the trash for each text. */
async function openPlace(...texts: readonly string[]) {
  const driver = await openTestDriver();
  await driver.schemaChange((connection) => createSystemTables(connection, [...fileTables, ...sizeTables]));
  const objects = new Map<string, Buffer>();
  const place = inMemory(objects);
  const time = { now: 1_000_000 };
  const files: string[] = [];
  for (const text of texts) {
    const file = { id: createFileId(), collection: 'media', storage: '', createdAt: time.now };
    const stored = await place.write(keyOf(file), inChunks(Buffer.from(text)), { contentType: 'text/plain' });
    await driver.briefTransaction(async (connection) => {
      await stageFile(connection, file);
      await makeLive(connection, { id: file.id, document: text, mimeType: 'text/plain', ...stored });
    });
    files.push(file.id);
  }
  const owners = { collection: 'media', documents: texts };
  await driver.briefTransaction((connection) =>
    hideFilesOf(connection, { ...owners, storages: [''] }, time.now),
  );
  return {
    driver,
    time,
    files,
    objects,
    ownKeys: files.map((id) => keyOf({ collection: 'media', id })),
    restore: () => driver.briefTransaction((connection) => returnFilesOf(connection, owners, time.now)),
    /** @param write - is awaited before each write. */
    instance(write: () => Promise<void> = async () => undefined): Mover {
      const removed: string[] = [];
      const storage: FileStorage = {
        ...place,
        async write(...sent) {
          await write();
          return place.write(...sent);
        },
        delete(key) {
          removed.push(key);
          return place.delete(key);
        },
      };
      const hiding = createFileHiding({
        ...{ driver, clock: () => time.now, placeNamed: () => storage },
        headersOf: (_, contentType) => ({ contentType }),
        onReturned: async () => undefined,
        logError: (fields) => expect.unreachable(JSON.stringify(fields)),
      });
      return Object.assign(hiding, { removed });
    },
  };
}

test('of two instances, one moves a file', async () => {
  const place = await openPlace('one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight');
  const [one, other] = [place.instance(), place.instance()];
  await Promise.all([one.run(), other.run()]);
  expect([...one.removed, ...other.removed].sort()).toEqual([...place.ownKeys].sort());
  const hidden = await Promise.all(place.files.map((id) => findHidden(place.driver, id)));
  expect([...place.objects.keys()].sort()).toEqual(
    hidden.map((file) => `media/${file?.key}/original`).sort(),
  );
});

test('an instance takes a file from another one when its time is over, and that one removes nothing more', async () => {
  const [begun, gate] = [unsettled(), unsettled()];
  const place = await openPlace('words');
  const slow = place.instance(async () => {
    begun.resolve();
    await gate.done;
  });
  const other = place.instance();
  const moving = slow.run();
  await begun.done;
  place.time.now += 59_000;
  await other.run();
  expect([...place.objects.keys()]).toEqual(place.ownKeys);
  place.time.now += 1_000;
  await other.run();
  expect(other.removed).toEqual(place.ownKeys);

  await place.restore();
  await other.run();
  gate.resolve();
  await moving;
  expect(slow.removed).toEqual([]);
  const [own = ''] = place.ownKeys;
  expect(String(place.objects.get(own))).toBe('words');
  // The copies under the other key go an hour later.
  place.time.now += 3_600_000;
  await other.run();
  expect([...place.objects.keys()]).toEqual([own]);
});

test('an instance renews the time of the file that it moves', async () => {
  const [begun, gate] = [unsettled(), unsettled()];
  // A connection that is opened in faked time would be given up for its silence.
  const place = await openPlace('words');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const slow = place.instance(async () => {
    begun.resolve();
    await gate.done;
  });
  const other = place.instance();
  const moving = slow.run();
  await begun.done;
  const takenUntil = async (): Promise<number> => {
    const row = await place.driver.get('SELECT "takenUntil" FROM "_svc_hidden_files"', []);
    return Number(row?.['takenUntil']) - place.time.now;
  };
  expect(await takenUntil()).toBe(60_000);
  place.time.now += 20_000;
  vi.advanceTimersByTime(20_000);
  await expect.poll(takenUntil).toBe(60_000);
  place.time.now += 50_000;
  await other.run();
  expect(other.removed).toEqual([]);
  gate.resolve();
  await moving;
  expect(slow.removed).toEqual(place.ownKeys);
});
