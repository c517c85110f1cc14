import type { CollectionDescriptor } from '../codegen/descriptors.js';
import type { FilesOptions } from '../config/files-options.js';
import type { StorageConfig } from '../config/storage-config.js';
import type { OpenedParts, Service, ServicePart } from '../http/api.js';
import { createFileRemoval } from './removal/file-removal.js';
import { createFileSignatures, type FileSignatures } from './serve/signatures.js';
import type { FileStorage } from './storage/file-storage.js';
import { openLocalStorage } from './storage/local/local-storage.js';
import type { PresignedGet } from './storage/s3/s3-storage.js';
import { createStorageHealth } from './storage/storage-health.js';
import { createUploadMetrics, fileBytes, type UploadMetrics } from './upload-metrics.js';

/** What handlers of files use, beside the service. */
export interface FileService {
  /** The place of the files of a collection. */
  storageOf(descriptor: CollectionDescriptor): FileStorage;
  /** The place of this name; empty for that of the service. */
  storageNamed(name: string): FileStorage;
  /** Addresses at which a client reads files of the collection itself; null where the server sends them. */
  redirectOf(descriptor: CollectionDescriptor): Redirect | null;
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
}

/** Makes an address at which anybody reads a file for a time. */
export type Redirect = (key: string, get: PresignedGet) => Promise<string>;

interface FilesPart extends ServicePart {
  readonly files: FileService;
}

/** Opens the places of files, and begins to remove those that nothing names. */
export async function openFiles(opened: OpenedParts): Promise<ServicePart> {
  const { driver, operations, logError, files: options } = opened;
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
    redirectOf: ({ upload }) => placeNamed(upload?.storage ?? '').redirect,
    options,
    ...signing(options),
    driver,
    clock: operations.clock,
    received: { count: 0 },
    metrics: createUploadMetrics(),
  };
  const health = createStorageHealth(
    new Map(
      [...places].map(([name, { storage }]) => [name === '' ? 'storage' : `storages.${name}`, storage]),
    ),
  );
  const part: FilesPart = {
    files,
    work: createFileRemoval({ files, logError }),
    away: health,
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

interface Place {
  readonly storage: FileStorage;
  readonly redirect: Redirect | null;
}

async function openPlace(config: StorageConfig): Promise<Place> {
  switch (config.kind) {
    case 'local':
      return { storage: await openLocalStorage({ dir: config.dir }), redirect: null };
    case 's3': {
      const { openS3Storage } = await import('./storage/s3/s3-storage.js');
      const storage = openS3Storage(config);
      const redirect: Redirect = (key, get) => storage.presignGet(key, get);
      return { storage, redirect: config.redirect ? redirect : null };
    }
    case 'custom': {
      const { openCustomStorage } = await import('./storage/custom-storage.js');
      return { storage: await openCustomStorage(config.open), redirect: null };
    }
  }
}
