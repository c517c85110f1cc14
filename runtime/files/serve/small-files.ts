import { ByteCache } from '../../util/byte-cache.js';
import { type FileStorage, StorageAway } from '../storage/file-storage.js';

/** Max bytes of a file that is read at once: as many as one read of a stream takes. */
export const maxSmallFile = 65_536;

/** What small files may take together: some hundreds of thumbnails and avatars. */
const maxBytes = 16_777_216;

/** A stored object whose size is known. */
export interface SmallFile {
  readonly storage: Pick<FileStorage, 'read'>;
  readonly key: string;
  readonly bytes: number;
  readonly checksum: string;
}

/** Reads small files whole, and keeps them: opening a file costs more than the rest of its download. */
export interface SmallFiles {
  /** @throws FileMissing, StorageAway */
  read(file: SmallFile): Promise<Uint8Array>;
}

export function createSmallFiles(): SmallFiles {
  const kept = new ByteCache<Uint8Array>(maxBytes);
  return {
    async read({ storage, key, bytes, checksum }) {
      // A size that is made again has the same key, and may have other bytes.
      const name = `${key} ${checksum} ${bytes}`;
      const known = kept.get(name);
      if (known !== undefined) return known;
      const whole = await wholeOf(key, await storage.read(key));
      // A part of a file must not be taken for the file.
      if (whole.byteLength !== bytes) throw incomplete(key);
      kept.set(name, whole, bytes + name.length * 2);
      return whole;
    },
  };
}

/** There are not as many bytes as there should be. */
export class IncompleteFile extends StorageAway {}

function incomplete(key: string, options?: ErrorOptions): IncompleteFile {
  return new IncompleteFile(`The stored object ${key} is incomplete.`, options);
}

/** Not parts of a larger buffer, which would be kept as a whole. */
async function wholeOf(key: string, parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const part of parts) chunks.push(part);
  } catch (cause) {
    throw incomplete(key, { cause });
  }
  const whole = Buffer.allocUnsafeSlow(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
