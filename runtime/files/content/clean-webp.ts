import type { ByteSource } from './byte-source.js';
import { InvalidFile } from './content-errors.js';
import { orientationBytes, orientationOnly, readOrientation } from './exif-orientation.js';
import type { ImageFacts } from './image-facts.js';

/** Chunks that pixels, colors and animation depend on. */
const kept: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);

/** In the flags of `VP8X`: there is a chunk of XMP. */
const xmpFlag = 0x04;
/** Bytes that are read for the orientation; it is in the first directory. */
const maxExifBytes = 65_536;

/**
 * A WebP file whose metadata are overwritten: its length is written at its beginning, when it is not known
 * yet what will be removed. EXIF keeps the orientation, all other chunks become `JUNK`, which readers pass
 * over.
 */
export async function* cleanWebp(source: ByteSource, facts: ImageFacts): AsyncGenerator<Buffer> {
  const head = await source.take(12);
  const end = 8 + head.readUInt32LE(4);
  yield head;
  let hasPixels = false;
  while (source.position + 8 <= end) {
    const chunk = Buffer.from(await source.take(8));
    const type = chunk.toString('latin1', 0, 4);
    const length = chunk.readUInt32LE(4);
    if (source.position + length > end) throw new InvalidFile('corrupt');
    // An odd length is followed by a byte that does not count; some programs leave it out at the end.
    const padded = Math.min(length + (length % 2), end - source.position);
    if (type === 'VP8X') {
      if (length !== 10 || facts.hasSize) throw new InvalidFile('corrupt');
      const data = Buffer.from(await source.take(length));
      facts.setSize(1 + data.readUIntLE(4, 3), 1 + data.readUIntLE(7, 3));
      data[0] = (data[0] ?? 0) & ~xmpFlag;
      yield Buffer.concat([chunk, data]);
    } else if (type === 'EXIF') {
      yield chunk;
      yield* blankedExif(source, padded, facts);
    } else if (kept.has(type)) {
      if (type === 'ANMF') facts.addFrames();
      if (!facts.hasSize) await readSize(source, type, facts);
      hasPixels ||= type === 'VP8 ' || type === 'VP8L' || type === 'ANMF';
      yield chunk;
      yield* source.pass(padded);
    } else {
      chunk.write('JUNK', 'latin1');
      yield chunk;
      yield* source.blank(padded);
    }
  }
  if (!hasPixels) throw new InvalidFile('corrupt');
  yield* source.drop(end - source.position);
  yield* source.dropRest();
}

/** The size of an image without `VP8X`, from the first bytes of its only chunk. */
async function readSize(source: ByteSource, type: string, facts: ImageFacts): Promise<void> {
  await source.fill(10);
  const data = await source.peek();
  if (type === 'VP8 ') {
    if (data.readUIntBE(3, 3) !== 0x9d012a) throw new InvalidFile('corrupt');
    facts.setSize(data.readUInt16LE(6) & 0x3fff, data.readUInt16LE(8) & 0x3fff);
  } else if (type === 'VP8L') {
    if (data[0] !== 0x2f) throw new InvalidFile('corrupt');
    const bits = data.readUInt32LE(1);
    facts.setSize(1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff));
  } else throw new InvalidFile('corrupt');
}

async function* blankedExif(source: ByteSource, length: number, facts: ImageFacts): AsyncGenerator<Buffer> {
  const read = await source.take(Math.min(length, maxExifBytes));
  // Some programs write the mark of JPEG before it.
  const start = read.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0;
  if (length >= orientationBytes) {
    facts.orientation = readOrientation(read.subarray(start));
    yield orientationOnly(facts.orientation);
    yield Buffer.alloc(read.length - orientationBytes);
  } else yield Buffer.alloc(read.length);
  yield* source.blank(length - read.length);
}
