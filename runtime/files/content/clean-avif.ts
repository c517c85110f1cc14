import { blankBox, cleanAvifMeta, type FileRange } from './avif-meta.js';
import type { ByteSource } from './byte-source.js';
import { InvalidFile } from './content-errors.js';
import type { ImageFacts } from './image-facts.js';
import { boxesIn } from './iso-boxes.js';

/** Boxes that are read as a whole; those of real files have some kilobytes. */
const maxStructureBytes = 4_194_304;

/** Boxes in boxes; those of real files are 6 deep. */
const maxDepth = 10;

/** Boxes of a film that hold others. */
const containers: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'dinf']);
/** Boxes of a film that hold texts, places and the like. */
const described: ReadonlySet<string> = new Set(['udta', 'meta', 'uuid']);

/**
 * An AVIF file whose metadata and thumbnails are overwritten with zeros in place, so that no position of
 * other data changes. The structure has to come before the data, as encoders write it.
 */
export async function* cleanAvif(source: ByteSource, facts: ImageFacts): AsyncGenerator<Buffer> {
  let metadata: readonly FileRange[] = [];
  let dataStart = Number.POSITIVE_INFINITY;
  while (!(await source.isAtEnd())) {
    const start = source.position;
    const { head, type, length } = await nextBox(source);
    if (type === 'meta' || type === 'moov') {
      if (length > maxStructureBytes) throw new InvalidFile('corrupt');
      const box = Buffer.concat([head, await source.take(length)]);
      if (type === 'moov') cleanFilm(box, facts);
      else if (facts.hasSize) throw new InvalidFile('corrupt');
      else {
        const meta = cleanAvifMeta(box);
        facts.setSize(meta.width, meta.height);
        metadata = meta.metadata;
        if (metadata.some((range) => range.start < start && range.end > dataStart)) {
          throw new InvalidFile('metadataStays');
        }
      }
      yield box;
    } else {
      if (type !== 'ftyp' && type !== 'mdat') head.write('free', 4, 'latin1');
      yield head;
      dataStart = Math.min(dataStart, source.position);
      if (type === 'ftyp') yield* source.pass(length);
      else if (type === 'mdat') yield* passBlanked(source, length, metadata);
      else yield* length === Number.POSITIVE_INFINITY ? blankRest(source) : source.blank(length);
    }
  }
  if (!facts.hasSize) throw new InvalidFile('corrupt');
}

interface BoxHead {
  readonly head: Buffer;
  readonly type: string;
  /** Bytes of the content; infinite where it goes to the end of the file. */
  readonly length: number;
}

async function nextBox(source: ByteSource): Promise<BoxHead> {
  const short = Buffer.from(await source.take(8));
  const type = short.toString('latin1', 4, 8);
  const size = short.readUInt32BE();
  if (size === 0) return { head: short, type, length: Number.POSITIVE_INFINITY };
  if (size !== 1) {
    if (size < 8) throw new InvalidFile('corrupt');
    return { head: short, type, length: size - 8 };
  }
  const head = Buffer.concat([short, await source.take(8)]);
  const large = head.readBigUInt64BE(8);
  if (large < 16n || large > BigInt(Number.MAX_SAFE_INTEGER)) throw new InvalidFile('corrupt');
  return { head, type, length: Number(large) - 16 };
}

async function* passBlanked(
  source: ByteSource,
  length: number,
  metadata: readonly FileRange[],
): AsyncGenerator<Buffer> {
  let start = source.position;
  const chunks = length === Number.POSITIVE_INFINITY ? source.passRest() : source.pass(length);
  for await (const chunk of chunks) {
    const end = start + chunk.length;
    const inside = metadata.filter((range) => range.start < end && range.end > start);
    const clean = inside.length === 0 ? chunk : Buffer.from(chunk);
    for (const range of inside)
      clean.fill(0, Math.max(range.start - start, 0), Math.min(range.end, end) - start);
    yield clean;
    start = end;
  }
}

async function* blankRest(source: ByteSource): AsyncGenerator<Buffer> {
  for await (const chunk of source.passRest()) yield Buffer.alloc(chunk.length);
}

/** Counts the frames of an animation, and removes what describes it. */
function cleanFilm(box: Buffer, facts: ImageFacts): void {
  let frames = 0;
  const visit = (start: number, end: number, depth: number): void => {
    if (depth > maxDepth) throw new InvalidFile('corrupt');
    for (const inner of boxesIn(box, start, end)) {
      if (containers.has(inner.type)) visit(inner.start, inner.end, depth + 1);
      else if (described.has(inner.type)) blankBox(box, inner);
      else if (inner.type === 'stsz' && inner.end - inner.start >= 12) {
        frames = Math.max(frames, box.readUInt32BE(inner.start + 8));
      }
    }
  };
  visit(0, box.length, 0);
  facts.addFrames(frames);
}
