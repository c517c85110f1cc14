import { createHash, type Hash } from 'node:crypto';

/** A checksum that grows with the bytes of an object. */
export interface Checksum {
  add(chunk: Uint8Array): void;
  /** `sha256-<base64>`. To be called once, after the last chunk. */
  end(): string;
}

export function createChecksum(): Checksum {
  const hash: Hash = createHash('sha256');
  return {
    add: (chunk) => void hash.update(chunk),
    end: () => `sha256-${hash.digest('base64')}`,
  };
}
