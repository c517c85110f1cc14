import type { ByteSource } from './byte-source.js';
import { InvalidFile } from './content-errors.js';

export interface ImageLimits {
  /** Pixels of all frames together. */
  readonly maxPixels: number;
  readonly maxFrames: number;
}

/** What the structure of an image says. */
export interface ImageHeader {
  /** Pixels, upright: after the orientation was applied. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** 1 to 8, as in EXIF; what the pixels still need. */
  readonly orientation: number;
}

/** Collects what the structure of an image says, and refuses it as soon as that is too much. */
export class ImageFacts {
  readonly #limits: ImageLimits;
  #width = 0;
  #height = 0;
  #frames = 0;
  orientation = 1;

  constructor(limits: ImageLimits) {
    this.#limits = limits;
  }

  get hasSize(): boolean {
    return this.#width > 0;
  }

  /** @throws InvalidFile `tooManyPixels`, or `corrupt` if a side has no pixels */
  setSize(width: number, height: number): void {
    if (width === 0 || height === 0) throw new InvalidFile('corrupt');
    this.#width = width;
    this.#height = height;
    this.#check();
  }

  /** @throws InvalidFile `tooManyFrames`, `tooManyPixels` */
  addFrames(count = 1): void {
    this.#frames += count;
    this.#check();
  }

  /** @throws InvalidFile `corrupt` if the file has no image */
  header(): ImageHeader {
    if (!this.hasSize) throw new InvalidFile('corrupt');
    const [width, height] = this.orientation >= 5 ? [this.#height, this.#width] : [this.#width, this.#height];
    return { width, height, frames: Math.max(this.#frames, 1), orientation: this.orientation };
  }

  #check(): void {
    const { maxPixels, maxFrames } = this.#limits;
    if (this.#frames > maxFrames) throw new InvalidFile('tooManyFrames', { max: maxFrames });
    const pixels = this.#width * this.#height * Math.max(this.#frames, 1);
    if (pixels > maxPixels) {
      const { width, height } = this.header();
      throw new InvalidFile('tooManyPixels', {
        max: maxPixels,
        width,
        height,
        frames: Math.max(this.#frames, 1),
      });
    }
  }
}

/** Follows the structure of an image, notes what it says, and yields the image without its metadata. */
export type CleanImage = (source: ByteSource, facts: ImageFacts) => AsyncGenerator<Buffer>;
