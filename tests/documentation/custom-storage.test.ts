import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import type { FileStorage } from '../../runtime/config/file-storage.js';
import { openCustomStorage } from '../../runtime/files/storage/custom-storage.js';
import { StorageAway } from '../../runtime/files/storage/file-storage.js';
import { packageRoot } from '../../runtime/util/package-root.js';
import { describeFileStorage, inChunks } from '../conformance/file-storage.js';

interface Example {
  readonly memoryStorage: () => FileStorage;
}

const folder = join(packageRoot, 'tmp');
mkdirSync(folder, { recursive: true });
const own = mkdtempSync(join(folder, 'storage-'));
afterAll(() => rmSync(own, { recursive: true, force: true }));

const page = readFileSync(join(packageRoot, 'docs/uploads.md'), 'utf8');
const example =
  page.split('```').find((block) => block.startsWith('ts\n') && block.includes('customStorage(')) ?? '';
const file = join(own, 'example.ts');
writeFileSync(
  file,
  example.slice(3).replace("'svc'", JSON.stringify(join(packageRoot, 'runtime/config/index.ts'))),
);
const { memoryStorage } = (await import(pathToFileURL(file).href)) as Example;

test('the example of a place of your own is short', () => {
  expect(example.trim().split('\n').length).toBeLessThanOrEqual(60);
});

describeFileStorage('a place of your own', () => openCustomStorage(memoryStorage));

test('a place that fails in an unknown way is away, and a body that fails keeps its error', async () => {
  const failing = await openCustomStorage(() => ({
    ...memoryStorage(),
    async write(_key, body) {
      try {
        for await (const _ of body);
      } catch {
        throw new Error('could not write');
      }
      throw new Error('the network is gone');
    },
    size: () => Promise.reject(new Error('the network is gone')),
  }));
  const options = { contentType: 'text/plain' };
  const write = failing.write('media/a1/original', inChunks(Buffer.from('one')), options);
  await expect(write).rejects.toThrow(StorageAway);
  await expect(failing.size('media/a1/original')).rejects.toThrow(StorageAway);
  const left = new Error('the client left');
  const body = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from('a');
    throw left;
  };
  await expect(failing.write('media/a1/original', body(), options)).rejects.toBe(left);
  const opening = openCustomStorage(() => Promise.reject(new Error('no such host')));
  await expect(opening).rejects.toThrow(StorageAway);
});
