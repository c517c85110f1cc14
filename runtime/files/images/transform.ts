/** Sizes that a request asks for, by values of the config (docs/spec/uploads.md#routes). */
import type { ImageFormat } from '../../config/upload-config.js';
import { type DocumentImage, hashOf, type NamedSize } from './image-sizes.js';
import { type SizeSpec, sizeOf, sizeType } from './size-spec.js';

/** What a request asks for. */
export interface Transform {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly fit: SizeSpec['fit'];
  /** `auto`: what the client takes. */
  readonly format: ImageFormat | 'auto';
  readonly quality: number;
}

/** Begins with what the name of no size of the config begins with. */
const name = '_transform';

/** It says nothing for a format without one, so that equal images have one name. */
const qualityOfPng = 80;

/** The size of an image that a transform means. Equal images have equal names. */
export function transformed(
  image: DocumentImage,
  transform: Transform,
  { accept, formats }: { readonly accept: string | undefined; readonly formats: readonly ImageFormat[] },
): NamedSize {
  const { fit, width, height } = transform;
  const chosen = transform.format === 'auto' ? bestFormat(image, formats, accept) : transform.format;
  const format = chosen === 'same' ? ownFormat(image) : chosen;
  const spec = {
    name,
    ...(width !== undefined && { width: Math.min(width, image.width) }),
    ...(height !== undefined && { height: Math.min(height, image.height) }),
    ...{ fit, format, quality: format === 'png' ? qualityOfPng : transform.quality },
  } satisfies SizeSpec;
  return {
    spec,
    name: `${name}-${hashOf(spec, image)}`,
    ...sizeOf(image, spec),
    mimeType: sizeType(image.mimeType, spec),
    focalX: image.focalX,
    focalY: image.focalY,
  };
}

/** The media types that `Accept` names, without those of a quality of 0. */
function acceptedTypes(accept = ''): ReadonlySet<string> {
  const named = accept.split(',').map((part) =>
    part
      .toLowerCase()
      .split(';')
      .map((text) => text.trim()),
  );
  const taken = named.filter(([, ...parameters]) => !parameters.some((text) => /^q=0(?:\.0*)?$/.test(text)));
  return new Set(taken.map(([type = '']) => type));
}

/** The default of `fit`: with both sides, the image fills them. */
export function fitOf({ width, height }: Pick<Transform, 'width' | 'height'>): SizeSpec['fit'] {
  return width !== undefined && height !== undefined ? 'cover' : 'inside';
}

/** Formats that are only sent to clients that name them, the smallest first. */
const modern = ['avif', 'webp'] as const;

/**
 * The best format of a list for a client. A modern one only if `Accept` names it: what takes anything says
 * so too. AVIF would lose the animation that a GIF or WebP may be.
 */
function bestFormat(
  image: DocumentImage,
  formats: readonly ImageFormat[],
  accept: string | undefined,
): ImageFormat {
  const accepted = acceptedTypes(accept);
  const mayMove = image.mimeType === 'image/gif' || image.mimeType === 'image/webp';
  const better = modern.find(
    (format) =>
      formats.includes(format) && accepted.has(`image/${format}`) && !(mayMove && format === 'avif'),
  );
  if (better !== undefined) return better;
  const own = ownFormat(image);
  if (formats.includes('same') && !isModern(own)) return 'same';
  if (formats.includes(own)) return own;
  return formats.find((format) => !isModern(format) && format !== 'same') ?? formats[0] ?? 'same';
}

function isModern(format: ImageFormat): boolean {
  return modern.some((one) => one === format);
}

/** The format of the image itself, as far as it has a name of its own. */
function ownFormat({ mimeType }: DocumentImage): ImageFormat {
  return formatsOfTypes.get(mimeType) ?? 'same';
}

const formatsOfTypes: ReadonlyMap<string, ImageFormat> = new Map([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
]);
