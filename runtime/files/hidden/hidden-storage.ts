import type { Connection } from '../../storage/driver.js';
import { findHidden } from '../records/hidden-table.js';
import { FileMissing, type FileStorage } from '../storage/file-storage.js';
import { hiddenKey } from './move-objects.js';

/**
 * A place whose objects may be hidden: the service finds them under either key, so that it serves a file
 * while that returns. Who may read it is decided before.
 */
export function withHidden(storage: FileStorage, connection: Connection): FileStorage {
  const { copy } = storage;

  /** The other key of an object; null for one of a file that was never hidden. */
  async function otherKey(key: string): Promise<string | null> {
    const [, file = '', name = ''] = key.split('/');
    const hidden = await findHidden(connection, file);
    return hidden && hiddenKey(hidden, name);
  }

  return {
    write: (key, body, options) => storage.write(key, body, options),
    async read(key, range, signal) {
      try {
        return await storage.read(key, range, signal);
      } catch (error) {
        const other = error instanceof FileMissing ? await otherKey(key) : null;
        if (other === null) throw error;
        return await storage.read(other, range, signal).catch((reason: unknown) => {
          // It may have returned meanwhile.
          if (reason instanceof FileMissing) return storage.read(key, range, signal);
          throw reason;
        });
      }
    },
    async size(key) {
      const bytes = await storage.size(key);
      if (bytes !== null) return bytes;
      const other = await otherKey(key);
      return other === null ? null : ((await storage.size(other)) ?? storage.size(key));
    },
    async delete(key) {
      await storage.delete(key);
      const other = await otherKey(key);
      if (other !== null) await storage.delete(other);
    },
    list: (prefix) => storage.list(prefix),
    free: async () => (await storage.free?.()) ?? null,
    ...(copy && { copy: (from, to) => copy.call(storage, from, to) }),
  };
}
