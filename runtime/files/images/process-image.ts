import { join } from 'node:path';
import type { Sharp, SharpOptions } from 'sharp';
import type { InspectedImage, InspectJob, MadeMessage, SizesJob } from './image-messages.js';
import { cutAround, type PixelSize, type SizeSpec, scaled, scaleOf, sizeOf, sizeType } from './size-spec.js';
import { maxThumbhashSide, thumbhashOf } from './thumbhash.js';

/** The function of `sharp`, which only image processes load. */
export type SharpFactory = (input: string | Buffer, options: SharpOptions) => Sharp;

/** An image that cannot be decoded, or not be encoded in the format of a size. */
export class Undecodable extends Error {
  override readonly name = 'Undecodable';
}

/** sharp's default takes minutes for a photo. */
const avifEffort = 2;

/** Formats of more than one frame. */
const animatedTypes: ReadonlySet<string> = new Set(['image/gif', 'image/webp']);

interface Source extends PixelSize {
  readonly frames: number;
  readonly delay: readonly number[] | undefined;
  readonly loop: number | undefined;
}

/** Decodes all of an image, small, and makes its placeholder. @throws Undecodable */
export async function inspectImage(sharp: SharpFactory, job: InspectJob): Promise<InspectedImage> {
  const source = await sourceOf(sharp, job);
  const { width, height, frames } = source;
  const small = scaled(source, Math.min(maxThumbhashSide / Math.max(width, height), 1));
  const input = openImage(sharp, job, { isAnimated: frames > 1 });
  const rgba = await ofImage(
    input
      .resize({ ...small, fit: 'fill' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer(),
  );
  const first = rgba.subarray(0, small.width * small.height * 4);
  return { width, height, frames, thumbhash: thumbhashOf(first, small).toString('base64') };
}

/** Makes sizes, the smallest first, and reports each. @throws Undecodable */
export async function makeSizes(
  sharp: SharpFactory,
  job: SizesJob,
  report: (made: MadeMessage) => void,
): Promise<void> {
  const source = await sourceOf(sharp, job);
  const area = (index: number): number => {
    const spec = job.sizes[index];
    return spec === undefined ? 0 : sizeOf(source, spec).width * sizeOf(source, spec).height;
  };
  const order = job.sizes.map((_, index) => index).sort((one, other) => area(one) - area(other));
  const still = job.sizes.filter((spec) => !isAnimated(spec, job, source));
  const decoded = still.length === 0 ? null : await decodeOnce(sharp, job, { source, sizes: still });
  for (const index of order) {
    const spec = job.sizes[index];
    if (spec === undefined) continue;
    const isMoving = isAnimated(spec, job, source);
    const input = isMoving || decoded === null ? openImage(sharp, job, { isAnimated: isMoving }) : decoded();
    const output = encoded(cutTo(input, { source, spec, job }), { spec, job, source });
    // What a format cannot encode is not encoded later either.
    const { size, width, height, pageHeight } = await ofImage(output.toFile(join(job.folder, String(index))));
    report({ svc: 'made', index, bytes: size, width, height: pageHeight ?? height });
  }
}

function isAnimated({ format }: SizeSpec, { mimeType }: SizesJob, { frames }: Source): boolean {
  return frames > 1 && (format === 'webp' || (format === 'same' && animatedTypes.has(mimeType)));
}

function openImage(
  sharp: SharpFactory,
  { path, maxPixels }: InspectJob | SizesJob,
  { isAnimated: isMoving }: { readonly isAnimated: boolean },
): Sharp {
  const input = sharp(path, {
    animated: isMoving,
    failOn: 'error',
    limitInputPixels: maxPixels,
    sequentialRead: true,
  });
  // Frames lie below each other: they cannot be turned.
  return isMoving ? input : input.autoOrient();
}

async function sourceOf(sharp: SharpFactory, job: InspectJob | SizesJob): Promise<Source> {
  const read = await ofImage(openImage(sharp, job, { isAnimated: false }).metadata());
  const frames = animatedTypes.has(job.mimeType) ? (read.pages ?? 1) : 1;
  if (`image/${read.format === 'heif' ? 'avif' : read.format}` !== job.mimeType)
    throw new Undecodable('format');
  const { width, height } = frames > 1 ? read : read.autoOrient;
  if (frames > job.maxFrames || width * height * frames > job.maxPixels) throw new Undecodable('too large');
  return { width, height, frames, delay: read.delay, loop: read.loop };
}

/** The pixels of the largest size, which all others are made from: decoding takes the most time. */
async function decodeOnce(
  sharp: SharpFactory,
  job: SizesJob,
  { source, sizes }: { readonly source: Source; readonly sizes: readonly SizeSpec[] },
): Promise<() => Sharp> {
  const largest = scaled(source, Math.max(...sizes.map((spec) => scaleOf(source, spec))));
  const { data, info } = await ofImage(
    openImage(sharp, job, { isAnimated: false })
      .resize({ ...largest, fit: 'fill' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const { width, height, channels } = info;
  return () => sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
}

function cutTo(
  input: Sharp,
  { source, spec, job }: { readonly source: Source; readonly spec: SizeSpec; readonly job: SizesJob },
): Sharp {
  const size = sizeOf(source, spec);
  const whole = scaled(source, scaleOf(source, spec));
  // Rounding must not leave less than what is cut.
  const around = { width: Math.max(whole.width, size.width), height: Math.max(whole.height, size.height) };
  return input.resize({ ...around, fit: 'fill' }).extract(cutAround(around, size, job));
}

function encoded(
  image: Sharp,
  { spec, job, source }: { readonly spec: SizeSpec; readonly job: SizesJob; readonly source: Source },
): Sharp {
  const { quality } = spec;
  const moving = isAnimated(spec, job, source)
    ? {
        ...(source.delay ? { delay: [...source.delay] } : {}),
        ...(source.loop === undefined ? {} : { loop: source.loop }),
      }
    : {};
  switch (sizeType(job.mimeType, spec)) {
    case 'image/jpeg':
      // It has no transparency; without this, it would be black.
      return image.flatten({ background: '#fff' }).jpeg({ quality });
    case 'image/png':
      return image.png();
    case 'image/gif':
      return image.gif(moving);
    case 'image/avif':
      return image.avif({ quality, effort: avifEffort });
    default:
      return image.webp({ quality, ...moving });
  }
}

/** An error of this work is that of the image, unless it is one of the system. */
async function ofImage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isOfSystem(error) ? error : new Undecodable(messageOf(error));
  }
}

/** A file that is gone, or a disk that is full: not the fault of the image. */
function isOfSystem(error: unknown): boolean {
  return /Input file is missing|unable to open|No space left|write error|write failed/i.test(
    messageOf(error),
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
