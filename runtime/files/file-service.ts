/** What the handlers of files share. */
import type { CollectionDescriptor } from '../codegen/descriptors.js';
import type { FilesOptions } from '../config/files-options.js';
import type { OpenedParts } from '../http/api.js';
import type { RemoteNetwork } from '../util/remote-network.js';
import type { FileHiding } from './hidden/file-hiding.js';
import type { ImagePool } from './images/image-pool.js';
import type { SizeMaker } from './images/made-sizes.js';
import type { FileAddresses } from './records/file-address.js';
import type { KeptOpen } from './serve/kept-open.js';
import type { FileSignatures } from './serve/signatures.js';
import type { SmallFiles } from './serve/small-files.js';
import type { FileStorage } from './storage/file-storage.js';
import type { Place } from './storage/open-place.js';
import type { UploadMetrics } from './upload-metrics.js';

/** What handlers of files use, beside the service. */
export interface FileService {
  /** The place of new files of a collection. */
  storageOf(descriptor: CollectionDescriptor): FileStorage;
  /** The place of this name; empty for that of the service. */
  storageNamed(name: string): FileStorage;
  /** The place of a file: that of new files, or another one if the config has changed. */
  placeOf(descriptor: CollectionDescriptor, id: string): Promise<Place>;
  /** Signs requests by which clients store bytes in the place of new files; null where it signs none. */
  signerOf(descriptor: CollectionDescriptor): Place['sign'];
  readonly options: FilesOptions;
  readonly addresses: FileAddresses;
  /** Null in a service without a secret. */
  readonly signatures: FileSignatures | null;
  /** The public address of the service without a slash at its end; null where the config has none. */
  readonly baseUrl: string | null;
  readonly driver: OpenedParts['driver'];
  readonly clock: OpenedParts['operations']['clock'];
  /** Uploads that are being received now. */
  readonly received: { count: number };
  readonly metrics: UploadMetrics;
  /** Where files of other servers are fetched from; null: from the public internet. */
  readonly network: RemoteNetwork | null;
  /** Decodes images; null where no collection takes any. */
  readonly images: ImagePool | null;
  /** Makes the sizes of images; null where no collection takes any. */
  readonly sizes: SizeMaker | null;
  readonly smallFiles: SmallFiles;
  readonly keptOpen: KeptOpen;
  /** Moves files of documents in the trash from their public addresses, and back. */
  readonly hiding: FileHiding;
}
