import type { ByteSource } from './byte-source.js';
import { InvalidFile } from './content-errors.js';
import type { ImageFacts } from './image-facts.js';

const imageDescriptor = 0x2c;
const extension = 0x21;
const trailer = 0x3b;
const graphicControl = 0xf9;
const application = 0xff;

/** How often an animation repeats, and the color profile. */
const keptApplications: readonly string[] = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'];

/** A GIF file without comments, texts, XMP, data of applications and what follows its end. */
export async function* cleanGif(source: ByteSource, facts: ImageFacts): AsyncGenerator<Buffer> {
  const screen = await source.take(13);
  facts.setSize(screen.readUInt16LE(6), screen.readUInt16LE(8));
  yield screen;
  yield* source.pass(paletteBytes(screen[10] ?? 0));
  let hasImage = false;
  for (;;) {
    const [kind] = await source.take(1);
    if (kind === trailer) break;
    if (kind === imageDescriptor) {
      hasImage = true;
      facts.addFrames();
      const descriptor = await source.take(9);
      yield Buffer.concat([Buffer.from([imageDescriptor]), descriptor]);
      yield* source.pass(paletteBytes(descriptor[8] ?? 0) + 1);
      yield* passBlocks(source);
    } else if (kind === extension) {
      yield* passExtension(source);
    } else throw new InvalidFile('corrupt');
  }
  if (!hasImage) throw new InvalidFile('corrupt');
  yield Buffer.from([trailer]);
  yield* source.dropRest();
}

function paletteBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

async function* passExtension(source: ByteSource): AsyncGenerator<Buffer> {
  const [label = 0] = await source.take(1);
  const head = Buffer.from([extension, label]);
  if (label === graphicControl) {
    yield head;
    yield* passBlocks(source);
    return;
  }
  let isKept = false;
  if (label === application) {
    const [length = 0] = await source.peek();
    // The name is 11 bytes; a block of another length is of no known application.
    if (length === 11) {
      const name = await source.take(12);
      isKept = keptApplications.includes(name.toString('latin1', 1));
      if (isKept) yield Buffer.concat([head, name]);
    }
  }
  for await (const chunk of passBlocks(source)) yield isKept ? chunk : chunk.subarray(0, 0);
}

/** Blocks of up to 255 bytes with their lengths before them, and the empty one that ends them. */
async function* passBlocks(source: ByteSource): AsyncGenerator<Buffer> {
  let left = 0;
  for (;;) {
    const chunk = await source.peek();
    let at = 0;
    while (at < chunk.length) {
      const step = Math.min(left, chunk.length - at);
      at += step;
      left -= step;
      if (at === chunk.length) break;
      left = chunk[at] ?? 0;
      at += 1;
      if (left === 0) {
        yield source.takeAvailable(at);
        return;
      }
    }
    yield source.takeAvailable(at);
  }
}
