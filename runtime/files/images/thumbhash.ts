import type { PixelSize } from './size-spec.js';

/** Pixels of the longer side; more change nothing that is seen. */
export const maxThumbhashSide = 100;

interface Channel {
  readonly dc: number;
  readonly ac: readonly number[];
  readonly scale: number;
}

/**
 * A placeholder of some 25 bytes in the format of https://evanw.github.io/thumbhash/, with the shape of the
 * image, its colors and its transparency. Our own encoder, compared with the package `thumbhash` in tests:
 * the package has had no release for years.
 *
 * @param rgba - four bytes a pixel, alpha not multiplied; neither side longer than {@link maxThumbhashSide}.
 */
export function thumbhashOf(rgba: Uint8Array, { width, height }: PixelSize): Buffer {
  const pixels = overAverage(rgba);
  const hasAlpha = pixels.alpha.some((value) => value < 1);
  const maxWaves = hasAlpha ? 5 : 7;
  const longer = Math.max(width, height);
  const wavesX = Math.max(1, Math.round((maxWaves * width) / longer));
  const wavesY = Math.max(1, Math.round((maxWaves * height) / longer));
  const encode = (values: readonly number[], nx: number, ny: number): Channel =>
    encodeChannel(values, { width, height, nx, ny });
  const l = encode(pixels.l, Math.max(3, wavesX), Math.max(3, wavesY));
  const p = encode(pixels.p, 3, 3);
  const q = encode(pixels.q, 3, 3);
  const a = hasAlpha ? encode(pixels.alpha, 5, 5) : null;

  const isLandscape = width > height;
  const header24 =
    Math.round(63 * l.dc) |
    (Math.round(31.5 + 31.5 * p.dc) << 6) |
    (Math.round(31.5 + 31.5 * q.dc) << 12) |
    (Math.round(31 * l.scale) << 18) |
    (hasAlpha ? 1 << 23 : 0);
  const header16 =
    (isLandscape ? wavesY : wavesX) |
    (Math.round(63 * p.scale) << 3) |
    (Math.round(63 * q.scale) << 9) |
    (isLandscape ? 1 << 15 : 0);
  const bytes = [header24 & 255, (header24 >> 8) & 255, header24 >> 16, header16 & 255, header16 >> 8];
  if (a !== null) bytes.push(Math.round(15 * a.dc) | (Math.round(15 * a.scale) << 4));
  const nibbles = [l, p, q, ...(a === null ? [] : [a])].flatMap(({ ac }) =>
    ac.map((each) => Math.round(15 * each)),
  );
  for (let at = 0; at < nibbles.length; at += 2)
    bytes.push((nibbles[at] ?? 0) | ((nibbles[at + 1] ?? 0) << 4));
  return Buffer.from(bytes);
}

/** Lightness, yellow to blue, red to green, and alpha, each of every pixel over the average color. */
interface Planes {
  readonly l: readonly number[];
  readonly p: readonly number[];
  readonly q: readonly number[];
  readonly alpha: readonly number[];
}

function overAverage(rgba: Uint8Array): Planes {
  let [averageR, averageG, averageB, sum] = [0, 0, 0, 0];
  const count = rgba.length / 4;
  for (let pixel = 0; pixel < count; pixel += 1) {
    const [r = 0, g = 0, b = 0, a = 0] = rgba.subarray(pixel * 4, pixel * 4 + 4);
    const alpha = a / 255;
    averageR += (alpha / 255) * r;
    averageG += (alpha / 255) * g;
    averageB += (alpha / 255) * b;
    sum += alpha;
  }
  if (sum > 0) {
    averageR /= sum;
    averageG /= sum;
    averageB /= sum;
  }
  const planes = { l: [] as number[], p: [] as number[], q: [] as number[], alpha: [] as number[] };
  for (let pixel = 0; pixel < count; pixel += 1) {
    const [red = 0, green = 0, blue = 0, a = 0] = rgba.subarray(pixel * 4, pixel * 4 + 4);
    const alpha = a / 255;
    const r = averageR * (1 - alpha) + (alpha / 255) * red;
    const g = averageG * (1 - alpha) + (alpha / 255) * green;
    const b = averageB * (1 - alpha) + (alpha / 255) * blue;
    planes.l.push((r + g + b) / 3);
    planes.p.push((r + g) / 2 - b);
    planes.q.push(r - g);
    planes.alpha.push(alpha);
  }
  return planes;
}

interface Waves extends PixelSize {
  readonly nx: number;
  readonly ny: number;
}

/** The cosine transform, as far as the format keeps it; `ac` from 0 to 1. */
function encodeChannel(values: readonly number[], { width, height, nx, ny }: Waves): Channel {
  let dc = 0;
  let scale = 0;
  const ac: number[] = [];
  const fx: number[] = [];
  for (let cy = 0; cy < ny; cy += 1) {
    for (let cx = 0; cx * ny < nx * (ny - cy); cx += 1) {
      let f = 0;
      for (let x = 0; x < width; x += 1) fx[x] = Math.cos((Math.PI / width) * cx * (x + 0.5));
      for (let y = 0; y < height; y += 1) {
        const fy = Math.cos((Math.PI / height) * cy * (y + 0.5));
        for (let x = 0; x < width; x += 1) f += (values[x + y * width] ?? 0) * (fx[x] ?? 0) * fy;
      }
      f /= width * height;
      if (cx > 0 || cy > 0) {
        ac.push(f);
        scale = Math.max(scale, Math.abs(f));
      } else {
        dc = f;
      }
    }
  }
  return { dc, scale, ac: scale > 0 ? ac.map((each) => 0.5 + (0.5 / scale) * each) : ac };
}
