import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { FileMissing, type FileStorage } from '../../../runtime/config/file-storage.js';

/** A place in the memory of the test, of which several instances may have the same objects. */
export function inMemory(objects: Map<string, Buffer>): FileStorage {
  return {
    async write(key, body) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of body) chunks.push(chunk);
      const content = Buffer.concat(chunks);
      objects.set(key, content);
      const checksum = `sha256-${createHash('sha256').update(content).digest('base64')}`;
      return { bytes: content.length, checksum };
    },
    async read(key, { start, end } = { start: 0, end: Number.POSITIVE_INFINITY }) {
      const content = objects.get(key);
      if (content === undefined) throw new FileMissing(key);
      return Readable.from([content.subarray(start, end + 1)]);
    },
    size: async (key) => objects.get(key)?.length ?? null,
    delete: async (key) => void objects.delete(key),
    async *list(prefix) {
      for (const [key, { length }] of [...objects])
        if (key.startsWith(prefix)) yield { key, bytes: length, modifiedAt: new Date() };
    },
  };
}
