import type { CollectionDescriptor } from '../codegen/descriptors.js';
import type { FilesOptions } from '../config/files-options.js';
import type { OpenedParts, Service, ServicePart } from '../http/api.js';
import type { RemoteNetwork } from '../util/remote-network.js';
import { storageOfFile } from './records/file-table.js';
import { publicNetwork } from './remote/public-network.js';
import { createFileRemoval } from './removal/file-removal.js';
import { createFileSignatures, type FileSignatures } from './serve/signatures.js';
import type { FileStorage } from './storage/file-storage.js';
import { openPlace, optionOfPlace, type Place } from './storage/open-place.js';
import { createStorageHealth } from './storage/storage-health.js';
import { createUploadMetrics, fileBytes, type UploadMetrics } from './upload-metrics.js';

/** What handlers of files use, beside the service. */
export interface FileService {
  /** The place of new files of a collection. */
  storageOf(descriptor: CollectionDescriptor): FileStorage;
  /** The place of this name; empty for that of the service. */
  storageNamed(name: string): FileStorage;
  /** The place of a file: that of new files, or another one if the config has changed. */
  placeOf(descriptor: CollectionDescriptor, id: string): Promise<Place>;
  readonly options: FilesOptions;
  /** Null in a service without a secret. */
  readonly signatures: FileSignatures | null;
  /** The public address of the service without a slash at its end; null where the config has none. */
  readonly baseUrl: string | null;
  readonly driver: OpenedParts['driver'];
  readonly clock: OpenedParts['operations']['clock'];
  /** Uploads that are being received now. */
  readonly received: { count: number };
  readonly metrics: UploadMetrics;
  /** Where files of other servers are fetched from. */
  readonly network: RemoteNetwork;
}

interface FilesPart extends ServicePart {
  readonly files: FileService;
}

/** What the files of a service need of it. */
export interface FileSurroundings extends Pick<OpenedParts, 'driver' | 'logError' | 'files' | 'network'> {
  readonly operations: Pick<OpenedParts['operations'], 'clock'>;
}

/** Opens the places of files, and begins to remove those that nothing names. */
export async function openFiles(opened: FileSurroundings): Promise<ServicePart> {
  const { driver, operations, logError, files: options, network } = opened;
  if (options === null) throw new Error('A collection has files, but the options of files are missing.');
  const places = new Map<string, Place>();
  for (const [name, config] of [['', options.storage] as const, ...options.storages]) {
    places.set(name, await openPlace(config));
  }
  const placeNamed = (name: string): Place => {
    const found = places.get(name);
    if (found === undefined) throw new Error(`There is no storage ${name} in the config any more.`);
    return found;
  };
  const files: FileService = {
    storageOf: ({ upload }) => placeNamed(upload?.storage ?? '').storage,
    storageNamed: (name) => placeNamed(name).storage,
    async placeOf({ upload }, id) {
      // With one place there is nothing to ask.
      const recorded = places.size === 1 ? null : await storageOfFile(driver, id);
      return placeNamed(recorded ?? upload?.storage ?? '');
    },
    options,
    ...signing(options),
    driver,
    clock: operations.clock,
    received: { count: 0 },
    metrics: createUploadMetrics(),
    network: network ?? publicNetwork,
  };
  const health = createStorageHealth(
    new Map([...places].map(([name, { storage }]) => [optionOfPlace(name), storage])),
  );
  const fileOrigins = [...places.values()].flatMap(({ origin }) => origin ?? []);
  const part: FilesPart = {
    files,
    work: createFileRemoval({ files, logError }),
    away: health,
    fileOrigins,
    metrics: {
      ofProcess: () => files.metrics.families(),
      ofStore: async () => [await fileBytes(driver)],
    },
  };
  return part;
}

function signing({ secrets, baseUrl }: FilesOptions): Pick<FileService, 'signatures' | 'baseUrl'> {
  const [secret, ...previous] = secrets;
  return { signatures: secret === undefined ? null : createFileSignatures([secret, ...previous]), baseUrl };
}

/** What a service adds for files. */
export function filesOf({ parts }: Service): FileService {
  const part = parts.find((one): one is FilesPart => 'files' in one);
  if (part !== undefined) return part.files;
  throw new Error('The service has no files.');
}
