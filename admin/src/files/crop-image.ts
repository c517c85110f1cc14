import { type CropBox, type Turn, turnedSides } from './crop.js';

/** Of types that lose something: hardly to be told from the original. */
const quality = 0.92;

/** Why an image cannot be cut. */
export class CropFault extends Error {
  readonly kind: 'notLoaded' | 'animated' | 'notWritten';

  constructor(kind: CropFault['kind']) {
    super(kind);
    this.kind = kind;
  }
}

/** An image with all its pixels, upright. */
export interface LoadedImage {
  readonly bitmap: ImageBitmap;
  readonly mimeType: string;
}

/**
 * Loads an image with all its pixels.
 *
 * @throws CropFault if it cannot be read, or moves: a browser would keep its first picture only.
 */
export async function loadImage(url: string, mimeType: string, signal: AbortSignal): Promise<LoadedImage> {
  const response = await fetch(url, { signal }).catch(() => null);
  if (response?.ok !== true) throw new CropFault('notLoaded');
  const blob = await response.blob();
  if (isAnimated(new Uint8Array(await blob.arrayBuffer()), mimeType)) throw new CropFault('animated');
  const bitmap = await createImageBitmap(blob).catch(() => null);
  if (bitmap === null) throw new CropFault('notLoaded');
  return { bitmap, mimeType };
}

/** Whether an image has several pictures, by its first bytes. */
export function isAnimated(bytes: Uint8Array, mimeType: string): boolean {
  const name = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
  // The header of an extended WebP has a flag.
  if (mimeType === 'image/webp') return name(12) === 'VP8X' && ((bytes[20] ?? 0) & 2) !== 0;
  if (mimeType !== 'image/png') return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // An animated PNG says so in a chunk before its first picture.
  for (let at = 8; at + 8 <= bytes.length && name(at + 4) !== 'IDAT'; at += view.getUint32(at) + 12) {
    if (name(at + 4) === 'acTL') return true;
  }
  return false;
}

/** Draws a turned image into a canvas, so that its longer side has as many pixels as allowed. */
export function drawTurned(
  canvas: HTMLCanvasElement,
  { bitmap }: LoadedImage,
  { turn, longest }: { readonly turn: Turn; readonly longest: number },
): void {
  const { width, height } = turnedSides(bitmap, turn);
  const scale = Math.min(1, longest / Math.max(width, height));
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  context?.scale(canvas.width / width, canvas.height / height);
  if (context) paint(context, bitmap, turn);
}

/**
 * Returns a part of a turned image, with all its pixels, in the type of the image.
 *
 * @throws CropFault if the browser does not write it: the image is too large, or of another type.
 */
export async function cropImage(
  { bitmap, mimeType }: LoadedImage,
  { turn, box }: { readonly turn: Turn; readonly box: CropBox },
): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = box.width;
  canvas.height = box.height;
  const context = canvas.getContext('2d');
  if (context === null) throw new CropFault('notWritten');
  context.translate(-box.x, -box.y);
  paint(context, bitmap, turn);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, mimeType, quality));
  // A browser that does not write a type writes PNG.
  if (blob === null || blob.type !== mimeType) throw new CropFault('notWritten');
  return blob;
}

function paint(context: CanvasRenderingContext2D, bitmap: ImageBitmap, turn: Turn): void {
  const { width, height } = bitmap;
  // Whole numbers, so that no pixel is mixed with its neighbours.
  if (turn === 90) context.transform(0, 1, -1, 0, height, 0);
  if (turn === 180) context.transform(-1, 0, 0, -1, width, height);
  if (turn === 270) context.transform(0, -1, 1, 0, 0, width);
  context.drawImage(bitmap, 0, 0);
}
