import { isTextType } from '../../util/media-types.js';
import { ByteSource, bufferOf } from './byte-source.js';
import { checkText } from './check-text.js';
import { chooseType } from './choose-type.js';
import { cleanAvif } from './clean-avif.js';
import { cleanFilename, extensionOf } from './clean-filename.js';
import { cleanGif } from './clean-gif.js';
import { cleanJpeg } from './clean-jpeg.js';
import { cleanPng } from './clean-png.js';
import { cleanWebp } from './clean-webp.js';
import { FileTooLarge, InvalidFile } from './content-errors.js';
import { findTypes, headBytes } from './find-type.js';
import { type CleanImage, ImageFacts, type ImageHeader, type ImageLimits } from './image-facts.js';

/** What a collection allows, and what the client said. */
export interface ContentRules extends ImageLimits {
  /** As sent. */
  readonly filename: string;
  /** The media type that the client declared, or null. */
  readonly declaredType: string | null;
  /** Allowed types, without patterns such as `image/*`. */
  readonly mimeTypes: readonly string[];
  readonly maxBytes: number;
  /** Images are stored as they were sent. They are checked all the same. */
  readonly keepMetadata: boolean;
}

/** A file whose type is known, and whose bytes are checked and cleaned as they are read. */
export interface OpenedContent {
  /** The type that was found. */
  readonly mimeType: string;
  /** A label with the extension of this type. */
  readonly filename: string;
  /**
   * What is to be stored. It can be read once, and throws what is wrong with the file when it comes to it:
   * InvalidFile, FileTooLarge, or what the source throws.
   */
  readonly body: AsyncIterable<Uint8Array>;
  /** Size and frames of a raster image, or null for other files. To be called when `body` was read. */
  header(): ImageHeader | null;
}

const cleaners: Readonly<Record<string, CleanImage>> = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/gif': cleanGif,
  'image/webp': cleanWebp,
  'image/avif': cleanAvif,
};

/** Smaller pieces of an image are put together up to this: each piece costs a call of the storage. */
const gatheredBytes = 65_536;

/**
 * Finds the type of a file from its first 64 KiB, and returns the file as it is to be stored. Memory of about
 * two chunks is used, however large it is.
 *
 * @throws UnlistedType, InvalidFile, FileTooLarge, and what `source` throws.
 * @example
 * ```ts
 * const content = await openContent(part, { filename: 'me.jpg', declaredType: 'image/jpeg', ...rules });
 * const stored = await storage.write(key, content.body, { contentType: content.mimeType });
 * ```
 */
export async function openContent(
  source: AsyncIterable<Uint8Array>,
  rules: ContentRules,
): Promise<OpenedContent> {
  const chunks = limited(source, rules.maxBytes);
  const { head, mimeType } = await begin(chunks, rules);
  const file = continued(head, chunks);
  const filename = cleanFilename(rules.filename, mimeType);
  const cleaner = Object.hasOwn(cleaners, mimeType) ? cleaners[mimeType] : undefined;
  if (cleaner === undefined) {
    const body = isTextType(mimeType) ? checkText(file) : file;
    return { mimeType, filename, body, header: () => null };
  }
  const facts = new ImageFacts(rules);
  const body = gathered(cleaned(file, { cleaner, facts, isKept: rules.keepMetadata }));
  return { mimeType, filename, body, header: () => facts.header() };
}

/** Follows the whole file, whatever of it is passed on. */
async function* cleaned(
  file: AsyncIterable<Uint8Array>,
  how: { readonly cleaner: CleanImage; readonly facts: ImageFacts; readonly isKept: boolean },
): AsyncGenerator<Buffer> {
  const source = new ByteSource(file);
  if (how.isKept) source.keepSeen();
  try {
    for await (const clean of how.cleaner(source, how.facts)) {
      if (how.isKept) yield* source.takeSeen();
      else yield clean;
    }
    yield* source.takeSeen();
  } finally {
    await source.end();
  }
}

async function* gathered(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
    pieces.push(chunk);
    bytes += chunk.length;
    if (bytes < gatheredBytes) continue;
    yield pieces.length === 1 ? chunk : Buffer.concat(pieces);
    pieces = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(pieces);
}

async function* limited(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new FileTooLarge(maxBytes);
    if (chunk.length > 0) yield bufferOf(chunk);
  }
}

async function begin(
  chunks: AsyncGenerator<Buffer>,
  rules: ContentRules,
): Promise<{ readonly head: Buffer; readonly mimeType: string }> {
  try {
    const head = await readHead(chunks);
    return {
      head,
      mimeType: chooseType(findTypes(head), { ...rules, extension: extensionOf(rules.filename) }),
    };
  } catch (error) {
    await chunks.return(undefined);
    throw error;
  }
}

/** @throws InvalidFile `empty` */
async function readHead(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  const read: Buffer[] = [];
  let bytes = 0;
  while (bytes < headBytes) {
    const next = await chunks.next();
    if (next.done) break;
    read.push(next.value);
    bytes += next.value.length;
  }
  if (bytes === 0) throw new InvalidFile('empty');
  return Buffer.concat(read);
}

async function* continued(head: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield head;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
