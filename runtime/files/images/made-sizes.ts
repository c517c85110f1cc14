/** What requests and the rest of a service know of the making of images. */

import type { BackgroundWork } from '../../http/api.js';
import type { ClientSignal } from '../../storage/driver.js';
import type { LiveFile } from '../records/file-table.js';
import type { SizeRow, WantedSize } from '../records/size-table.js';

/** The request that waits for an image. */
export interface Waiting {
  /** By what it is counted; empty: not at all. */
  readonly requester: string;
  readonly clientSignal?: ClientSignal | undefined;
}

/**
 * Makes the size that a request asks for, or returns the one that is there.
 *
 * @throws InvalidFile for an image that cannot be decoded, QueueFull, TooManyImages, ImageUnwanted where the
 * clients are gone, ImageProcessEnded, StorageFull, and errors of the storage.
 */
export type MakeTransform = (live: LiveFile, wanted: WantedSize, waiting: Waiting) => Promise<SizeRow>;

/** Makes the sizes of images: those of the queue one image after the other, and others when requested. */
export interface SizeMaker extends BackgroundWork {
  /** Says that the queue has something, without waiting for it. */
  wake(): void;
  /**
   * The size with its bytes, which are made first where they are not there, ahead of the queue.
   *
   * @throws InvalidFile for an image that cannot be decoded, QueueFull, ImageProcessEnded, MadeElsewhere
   * where another process takes long, and errors of the storage.
   */
  ensure(live: LiveFile, wanted: WantedSize): Promise<SizeRow>;
  /** The size that a request asks for, beyond those of the config. */
  readonly transform: MakeTransform;
  /**
   * Makes sizes of an image that no document names yet, and waits for them.
   *
   * @throws as {@link ensure}, but for MadeElsewhere.
   */
  makeFirst(source: LiveFile, wanted: readonly WantedSize[]): Promise<void>;
}
