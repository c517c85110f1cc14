import { crc32 } from 'node:zlib';

/** A file in a ZIP file. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Reads a ZIP file of files that are not compressed, by the directory at its end, and checks it. */
export function zipEntries(zip: Buffer): readonly ZipEntry[] {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    const [size, offset] = [zip.readUInt32LE(at + 24), zip.readUInt32LE(at + 42)];
    const name = zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28));
    const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
    const bytes = zip.subarray(start, start + size);
    if (zip.readUInt32LE(offset) !== 0x04034b50) throw new Error(`${name} does not begin at ${offset}.`);
    if (zip.readUInt16LE(offset + 8) !== 0) throw new Error(`${name} is compressed.`);
    for (const checksum of [zip.readUInt32LE(at + 16), zip.readUInt32LE(offset + 14)]) {
      if (checksum !== crc32(bytes)) throw new Error(`The checksum of ${name} is wrong.`);
    }
    at += 46 + zip.readUInt16LE(at + 28);
    return { name, bytes };
  });
}
