/** A small picture that is shown while an image loads: RGBA, row by row. */
export interface HashPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
}

/** The longer side in pixels. */
const side = 32;

/**
 * Decodes a ThumbHash (https://evanw.github.io/thumbhash/): the lowest terms of a cosine transform, in four
 * bits each.
 *
 * @returns null where the text is no hash.
 */
export function decodeThumbhash(base64: string): HashPicture | null {
  const bytes = bytesOf(base64);
  if (bytes === null || bytes.length < 5) return null;
  const byte = (index: number): number => bytes[index] ?? 0;
  const head = byte(0) | (byte(1) << 8) | (byte(2) << 16);
  const tail = byte(3) | (byte(4) << 8);
  const hasAlpha = head >> 23 !== 0;
  const isWide = tail >> 15 !== 0;
  const most = hasAlpha ? 5 : 7;
  const [nx, ny] = isWide ? [most, tail & 7] : [tail & 7, most];
  if (nx === 0 || ny === 0) return null;
  let next = hasAlpha ? 12 : 10;
  const terms = (columns: number, rows: number, scale: number): Channel => {
    const found: Term[] = [];
    for (let row = 0; row < rows; row++) {
      for (let column = row === 0 ? 1 : 0; column * rows < columns * (rows - row); column++) {
        const four = (byte(next >> 1) >> ((next & 1) << 2)) & 15;
        next++;
        found.push({ column, row, factor: (four / 7.5 - 1) * scale * 2 });
      }
    }
    return found;
  };
  // In the order of the bytes.
  const light = terms(Math.max(3, nx), Math.max(3, ny), ((head >> 18) & 31) / 31);
  const yellow = terms(3, 3, (((tail >> 3) & 63) / 63) * 1.25);
  const red = terms(3, 3, (((tail >> 9) & 63) / 63) * 1.25);
  const alpha = hasAlpha ? terms(5, 5, (byte(5) >> 4) / 15) : [];

  const ratio = nx / ny;
  const width = Math.max(1, Math.round(ratio > 1 ? side : side * ratio));
  const height = Math.max(1, Math.round(ratio > 1 ? side / ratio : side));
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (channel: Channel, start: number): number =>
        channel.reduce(
          (sum, term) => sum + term.factor * wave(term.column, x, width) * wave(term.row, y, height),
          start,
        );
      const l = at(light, (head & 63) / 63);
      const p = at(yellow, ((head >> 6) & 63) / 31.5 - 1);
      const q = at(red, ((head >> 12) & 63) / 31.5 - 1);
      const a = hasAlpha ? at(alpha, (byte(5) & 15) / 15) : 1;
      const b = l - (2 / 3) * p;
      const r = (3 * l - b + q) / 2;
      pixels.set([r * 255, (r - q) * 255, b * 255, a * 255], (y * width + x) * 4);
    }
  }
  return { width, height, pixels };
}

interface Term {
  readonly column: number;
  readonly row: number;
  readonly factor: number;
}

type Channel = readonly Term[];

function wave(order: number, position: number, length: number): number {
  return Math.cos((Math.PI / length) * (position + 0.5) * order);
}

function bytesOf(base64: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
