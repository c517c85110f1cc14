import { crc32 } from 'node:zlib';
import type { ByteSource } from './byte-source.js';
import { InvalidFile } from './content-errors.js';
import { orientationOnly, readOrientation } from './exif-orientation.js';
import type { ImageFacts } from './image-facts.js';

/** Chunks that pixels, colors and animation depend on. All others are metadata, or unknown. */
const kept: ReadonlySet<string> = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS'],
  ...['cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP', 'mDCV', 'cLLI'],
  ...['bKGD', 'hIST', 'pHYs', 'sPLT'],
  ...['acTL', 'fcTL', 'fdAT'],
]);

/** The length of a chunk has 31 bits. */
const maxChunkBytes = 0x7fff_ffff;
/** Larger ones are not read for their orientation. */
const maxExifBytes = 1_048_576;

/**
 * A PNG file without texts, EXIF (but for the orientation), times, unknown chunks and what follows its end.
 */
export async function* cleanPng(source: ByteSource, facts: ImageFacts): AsyncGenerator<Buffer> {
  yield await source.take(8);
  let hasPixels = false;
  for (let index = 0; ; index += 1) {
    const head = await source.take(8);
    const length = head.readUInt32BE();
    const type = head.toString('latin1', 4, 8);
    if (length > maxChunkBytes || !/^[A-Za-z]{4}$/.test(type)) throw new InvalidFile('corrupt');
    if ((type === 'IHDR') !== (index === 0)) throw new InvalidFile('corrupt');
    if (type === 'IHDR' || type === 'acTL') {
      if (length !== (type === 'IHDR' ? 13 : 8)) throw new InvalidFile('corrupt');
      const data = await source.take(length);
      readHeader(type, data, facts);
      yield Buffer.concat([head, data]);
      yield await source.take(4);
    } else if (type === 'eXIf' && length <= maxExifBytes) {
      facts.orientation = readOrientation(await source.take(length));
      if (facts.orientation !== 1) yield exifChunk(facts.orientation);
      yield* source.drop(4);
    } else if (kept.has(type)) {
      hasPixels ||= type === 'IDAT';
      yield head;
      yield* source.pass(length + 4);
    } else if (isCritical(type)) {
      throw new InvalidFile('corrupt');
    } else {
      yield* source.drop(length + 4);
    }
    if (type === 'IEND') break;
  }
  if (!hasPixels) throw new InvalidFile('corrupt');
  yield* source.dropRest();
}

function readHeader(type: string, data: Buffer, facts: ImageFacts): void {
  if (type === 'IHDR') facts.setSize(data.readUInt32BE(), data.readUInt32BE(4));
  else facts.addFrames(data.readUInt32BE());
}

/** An upper-case first letter: the image cannot be shown without knowing it. */
function isCritical(type: string): boolean {
  return type.charCodeAt(0) < 0x61;
}

function exifChunk(orientation: number): Buffer {
  const body = Buffer.concat([Buffer.from('eXIf', 'latin1'), orientationOnly(orientation)]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
