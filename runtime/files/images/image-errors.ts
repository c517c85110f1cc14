/** More images wait than the queue has room for. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
  readonly max: number;

  constructor(max: number) {
    super(`${max} images are waiting already.`);
    this.max = max;
  }
}

/** The package `sharp` is not installed, or does not work on this machine. */
export class SharpMissing extends Error {
  override readonly name = 'SharpMissing';
}

/** The pool was closed. */
export class ImagesClosed extends Error {
  override readonly name = 'ImagesClosed';
}

/** A process ended, or was ended, before its job was done. */
export class ImageProcessEnded extends Error {
  override readonly name = 'ImageProcessEnded';
}

/** Another process makes the image, for longer than a request waits. */
export class MadeElsewhere extends Error {
  override readonly name = 'MadeElsewhere';
}

/** No request waits for an image any more, and it was not begun. */
export class ImageUnwanted extends Error {
  override readonly name = 'ImageUnwanted';
}

/** A requester waits for as many images as one may. */
export class TooManyImages extends Error {
  override readonly name = 'TooManyImages';
}
