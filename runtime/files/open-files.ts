import type { CollectionDescriptor } from '../codegen/descriptors.js';
import type { FilesOptions } from '../config/files-options.js';
import type { StorageConfig } from '../config/upload-config.js';
import type { OpenedParts, Service, ServicePart } from '../http/api.js';
import { createFileRemoval } from './removal/file-removal.js';
import { createFileSignatures, type FileSignatures } from './serve/signatures.js';
import type { FileStorage } from './storage/file-storage.js';
import { openLocalStorage } from './storage/local/local-storage.js';

/** What handlers of files use, beside the service. */
export interface FileService {
  /** The place of the files of a collection. */
  storageOf(descriptor: CollectionDescriptor): FileStorage;
  /** The place of this name; empty for that of the service. */
  storageNamed(name: string): FileStorage;
  readonly options: FilesOptions;
  /** Null in a service without a secret. */
  readonly signatures: FileSignatures | null;
  /** The public address of the service without a slash at its end; null where the config has none. */
  readonly baseUrl: string | null;
  readonly driver: OpenedParts['driver'];
  readonly clock: OpenedParts['operations']['clock'];
  /** Uploads that are being received now. */
  readonly received: { count: number };
}

interface FilesPart extends ServicePart {
  readonly files: FileService;
}

/** Opens the places of files, and begins to remove those that nothing names. */
export async function openFiles(opened: OpenedParts): Promise<ServicePart> {
  const { driver, operations, logError, files: options } = opened;
  if (options === null) throw new Error('A collection has files, but the options of files are missing.');
  const storages = new Map<string, FileStorage>([['', await openStorage('', options.storage)]]);
  for (const [name, config] of options.storages) storages.set(name, await openStorage(name, config));
  const storageNamed = (name: string): FileStorage => {
    const found = storages.get(name);
    if (found === undefined) throw new Error(`There is no storage ${name} in the config any more.`);
    return found;
  };
  const files: FileService = {
    storageOf: ({ upload }) => storageNamed(upload?.storage ?? ''),
    storageNamed,
    options,
    ...signing(options),
    driver,
    clock: operations.clock,
    received: { count: 0 },
  };
  const part: FilesPart = { files, work: createFileRemoval({ files, logError }) };
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

function openStorage(name: string, config: StorageConfig): Promise<FileStorage> {
  switch (config.kind) {
    case 'local':
      return openLocalStorage({ name, dir: config.dir });
  }
}
