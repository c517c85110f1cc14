/** A size of the config, with its defaults. */
export interface SizeSpec {
  readonly name: string;
  /** Pixels; at least one side is given. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** `cover` needs both sides. */
  readonly fit: 'cover' | 'inside';
  readonly format: 'webp' | 'jpeg' | 'png' | 'avif' | 'same';
  /** 1 to 100; PNG has none. */
  readonly quality: number;
}

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** The longest side of a size, in pixels: WebP has no longer one, and the config takes none. */
const maxSide = 16_383;

/**
 * The pixels of a size: known as soon as those of the source are. Never larger than the source on either
 * side, nor 16,383 pixels.
 *
 * @param source - upright.
 * @example
 * ```ts
 * const small = { name: 'small', width: 400, fit: 'inside', format: 'webp', quality: 80 } as const;
 * sizeOf({ width: 4000, height: 3000 }, small); // { width: 400, height: 300 }
 * ```
 */
export function sizeOf(source: PixelSize, spec: SizeSpec): PixelSize {
  const { width, height } = boundsOf(source, spec);
  if (isCover(spec)) return { width: Math.min(width, source.width), height: Math.min(height, source.height) };
  return scaled(source, scaleOf(source, spec));
}

/** By how much the source is made smaller before it is cut; 1 at most. */
export function scaleOf(source: PixelSize, spec: SizeSpec): number {
  const { width, height } = boundsOf(source, spec);
  const scales = [Math.min(width / source.width, 1), Math.min(height / source.height, 1)];
  return isCover(spec) ? Math.max(...scales) : Math.min(...scales);
}

export function scaled(source: PixelSize, scale: number): PixelSize {
  return {
    width: Math.max(Math.round(source.width * scale), 1),
    height: Math.max(Math.round(source.height * scale), 1),
  };
}

/** The media type of a size of a source of this type. */
export function sizeType(sourceType: string, { format }: SizeSpec): string {
  return format === 'same' ? sourceType : `image/${format}`;
}

function isCover({ fit, width, height }: SizeSpec): boolean {
  return fit === 'cover' && width !== undefined && height !== undefined;
}

function boundsOf(source: PixelSize, { width, height }: SizeSpec): PixelSize {
  return {
    width: Math.min(width ?? source.width, maxSide),
    height: Math.min(height ?? source.height, maxSide),
  };
}

/** A part of an image, in pixels from its upper left corner. */
export interface Cut extends PixelSize {
  readonly left: number;
  readonly top: number;
}

/**
 * The part of a scaled source that a size shows: around the focal point, moved so that it stays inside.
 *
 * @param focalX - 0 (left) to 100 (right); `focalY` from top to bottom.
 */
export function cutAround(
  source: PixelSize,
  size: PixelSize,
  { focalX, focalY }: { readonly focalX: number; readonly focalY: number },
): Cut {
  return {
    ...size,
    left: startOf(source.width, size.width, focalX),
    top: startOf(source.height, size.height, focalY),
  };
}

function startOf(whole: number, part: number, focal: number): number {
  const start = Math.round((whole * focal) / 100 - part / 2);
  return Math.min(Math.max(start, 0), whole - part);
}
