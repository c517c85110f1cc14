import type { ByteSource } from './byte-source.js';
import { InvalidFile } from './content-errors.js';
import { orientationOnly, readOrientation } from './exif-orientation.js';
import type { ImageFacts } from './image-facts.js';

const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
const app0 = 0xe0;
const app1 = 0xe1;
const app2 = 0xe2;
const app14 = 0xee;
const app15 = 0xef;
const comment = 0xfe;

const exifMark = 'Exif\0\0';

/**
 * A JPEG file without EXIF (but for the orientation), XMP, IPTC, comments, thumbnails and what follows its
 * end (further pictures, the film of a «live photo»). ICC profile and the mark of Adobe stay, since colors
 * depend on them.
 */
export async function* cleanJpeg(source: ByteSource, facts: ImageFacts): AsyncGenerator<Buffer> {
  yield await source.take(2);
  let hasExif = false;
  for (;;) {
    const marker = yield* nextMarker(source);
    if (marker === endOfImage) break;
    if (isAlone(marker)) {
      yield Buffer.from([0xff, marker]);
      continue;
    }
    if (marker === startOfImage) throw new InvalidFile('corrupt');
    const length = (await source.take(2)).readUInt16BE();
    if (length < 2) throw new InvalidFile('corrupt');
    const payload = await source.take(length - 2);
    if (isFrame(marker)) readFrame(payload, facts);
    if (marker === app1 && !hasExif && payload.toString('latin1', 0, 6) === exifMark) {
      hasExif = true;
      facts.orientation = readOrientation(payload.subarray(6));
      if (facts.orientation !== 1) yield segment(app1, exifOf(facts.orientation));
      continue;
    }
    const kept = keptPayload(marker, payload);
    if (kept !== null) yield segment(marker, kept);
    if (marker === startOfScan) {
      if (!facts.hasSize) throw new InvalidFile('corrupt');
      yield* passScan(source);
    }
  }
  if (!facts.hasSize) throw new InvalidFile('corrupt');
  yield Buffer.from([0xff, endOfImage]);
  yield* source.dropRest();
}

/** Restart markers and TEM have no length. */
function isAlone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

/** SOF0 to SOF15, without the tables that are between them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function readFrame(payload: Buffer, facts: ImageFacts): void {
  if (payload.length < 6 || facts.hasSize) throw new InvalidFile('corrupt');
  facts.setSize(payload.readUInt16BE(3), payload.readUInt16BE(1));
}

/** Returns the next marker. Any number of bytes 0xff may fill up the space before it: they are dropped. */
async function* nextMarker(source: ByteSource): AsyncGenerator<Buffer, number> {
  const [mark] = await source.take(1);
  if (mark !== 0xff) throw new InvalidFile('corrupt');
  for (;;) {
    const chunk = await source.peek();
    const at = chunk.findIndex((byte) => byte !== 0xff);
    if (at < 0) yield* source.drop(chunk.length);
    else {
      const marker = source.takeAvailable(at + 1)[at] ?? 0;
      if (marker === 0) throw new InvalidFile('corrupt');
      return marker;
    }
  }
}

/** What stays of a segment, or null. */
function keptPayload(marker: number, payload: Buffer): Buffer | null {
  if (marker === comment) return null;
  if (marker < app0 || marker > app15) return payload;
  if (marker === app0 && payload.toString('latin1', 0, 5) === 'JFIF\0') return withoutThumbnail(payload);
  if (marker === app2 && payload.toString('latin1', 0, 12) === 'ICC_PROFILE\0') return payload;
  if (marker === app14 && payload.toString('latin1', 0, 5) === 'Adobe') return payload.subarray(0, 12);
  return null;
}

/** Version, unit and density stay. */
function withoutThumbnail(payload: Buffer): Buffer {
  if (payload.length < 14) return payload;
  const kept = Buffer.from(payload.subarray(0, 14));
  kept.fill(0, 12);
  return kept;
}

function exifOf(orientation: number): Buffer {
  return Buffer.concat([Buffer.from(exifMark, 'latin1'), orientationOnly(orientation)]);
}

function segment(marker: number, payload: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([head, payload]);
}

/** Compressed pixels, up to the next marker that is not part of them. */
async function* passScan(source: ByteSource): AsyncGenerator<Buffer> {
  for (;;) {
    const chunk = await source.peek();
    let at = chunk.indexOf(0xff);
    while (at >= 0 && at + 1 < chunk.length) {
      const next = chunk[at + 1] ?? 0;
      if (next !== 0 && next !== 0xff && !isAlone(next)) {
        yield source.takeAvailable(at);
        return;
      }
      // 0xff may fill up, and then the second one may be the beginning of a marker.
      at = chunk.indexOf(0xff, next === 0xff ? at + 1 : at + 2);
    }
    if (at < 0) yield source.takeAvailable(chunk.length);
    else {
      yield source.takeAvailable(at);
      await source.fill(2);
    }
  }
}
