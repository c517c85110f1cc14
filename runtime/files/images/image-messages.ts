import type { SizeSpec } from './size-spec.js';

/** What all jobs say about their image. */
interface ImageJob {
  /** The file; it is only read. */
  readonly path: string;
  /** The type that was found. */
  readonly mimeType: string;
  readonly maxPixels: number;
  readonly maxFrames: number;
}

export interface InspectJob extends ImageJob {
  readonly svc: 'inspect';
}

export interface SizesJob extends ImageJob {
  readonly svc: 'sizes';
  readonly sizes: readonly SizeSpec[];
  /** Where the images are written, in files named by their position in `sizes`. */
  readonly folder: string;
  readonly focalX: number;
  readonly focalY: number;
}

/** To an image process. One job at a time. */
export type ImageMessage = InspectJob | SizesJob | { readonly svc: 'start'; readonly maxMemoryBytes: number };

export interface InspectedImage {
  /** Pixels, upright. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** Base64; see https://evanw.github.io/thumbhash/ */
  readonly thumbhash: string;
}

export interface MadeMessage {
  readonly svc: 'made';
  /** Position in the sizes of the job. */
  readonly index: number;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
}

/** From an image process. */
export type ImageAnswer =
  | { readonly svc: 'ready' }
  | MadeMessage
  | { readonly svc: 'done'; readonly inspected: InspectedImage | null }
  | { readonly svc: 'failed'; readonly isInvalid: boolean; readonly message: string };
