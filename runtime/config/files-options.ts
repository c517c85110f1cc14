/** Where files are kept and how they are taken. The environment wins over the config. */
import { resolve } from 'node:path';
import type { AuthOptions } from './auth-options.js';
import { createVariables } from './environment.js';
import { type ServerOptions, throwProblems } from './server-options.js';
import type { ServiceConfig } from './service-config.js';
import { storageOf, storageVariable } from './storage-address.js';
import { localStorage, type StorageConfig } from './storage-config.js';
import { hasUpload } from './upload-fields.js';
import { checkPublicFiles, placedCollections } from './validate/check-public-files.js';
import { createProblems, inside, type Place, type Problems, root } from './validate/problem.js';

/** How a service keeps files. */
export interface FilesOptions {
  /** The place of collections that name none. */
  readonly storage: StorageConfig;
  /** Further places by name. */
  readonly storages: ReadonlyMap<string, StorageConfig>;
  /** Max number of uploads at a time. */
  readonly concurrent: number;
  /** Hours after which an unfinished upload is removed. */
  readonly stagingHours: number;
  /** Max number of unfinished uploads of one requester. */
  readonly unfinished: number;
  /** Hours for which a file is kept that nothing names. */
  readonly deleteAfterHours: number;
  /** Processes that make images. */
  readonly imageWorkers: number;
  /** Max number of images that wait. */
  readonly imageQueue: number;
  /** Those of the service, the current one first; empty without `auth`. */
  readonly secrets: readonly string[];
  /** Public address of the service, without a slash at its end. */
  readonly baseUrl: string | null;
}

/** Options of the service that those of files depend on. */
export interface SurroundingOptions {
  readonly auth: Pick<AuthOptions, 'secret' | 'previousSecrets'> | null;
  readonly server: Pick<ServerOptions, 'baseUrl'> | null;
}

/**
 * Resolves where files are kept; null where no collection has files.
 *
 * @throws ConfigError for an address that is not valid, and for a bucket without a credential.
 */
export function resolveFilesOptions(
  { auth: configuredAuth, collections = [], storage: configured, storages = {}, uploads = {} }: ServiceConfig,
  env: NodeJS.ProcessEnv,
  { auth, server }: SurroundingOptions,
): FilesOptions | null {
  if (!collections.some(({ upload }) => hasUpload(upload))) return null;
  const problems = createProblems();
  const storage = storageOf(configured, createVariables(env, problems), problems) ?? localStorage();
  const place = inside(root, 'storage');
  checkCredential(storage, { place, instead: `, or ${storageVariable}` }, problems);
  for (const [name, one] of Object.entries(storages)) {
    checkCredential(one, { place: inside(inside(root, 'storages'), name), instead: '' }, problems);
  }
  checkPlacesDiffer({ storage, storages }, problems);
  // The environment may name a public place where the config has another.
  const hasAuth = configuredAuth !== undefined;
  checkPublicFiles({ hasAuth, storage, storages }, placedCollections(collections), problems);
  throwProblems(problems);
  const { concurrent = 32, stagingHours = 24, unfinished = 100, deleteAfterHours = 24 } = uploads;
  const { imageWorkers = 1, imageQueue = 100 } = uploads;
  return {
    storage,
    storages: new Map(Object.entries(storages)),
    concurrent,
    stagingHours,
    unfinished,
    deleteAfterHours,
    secrets: auth === null ? [] : [auth.secret, ...auth.previousSecrets],
    baseUrl: server?.baseUrl ?? null,
    imageWorkers,
    imageQueue,
  };
}

/** Code is generated without a credential, but nothing is stored without one. */
function checkCredential(
  storage: StorageConfig,
  { place, instead }: { readonly place: Place; readonly instead: string },
  problems: Problems,
): void {
  if (storage.kind !== 's3') return;
  for (const name of ['accessKeyId', 'secretAccessKey'] as const) {
    if (storage[name] === '') problems.add(inside(place, name), `is missing: set it${instead}`);
  }
}

/** With two names for one place, its files would be taken for what a move has left there. */
function checkPlacesDiffer(
  {
    storage,
    storages,
  }: { readonly storage: StorageConfig; readonly storages: Readonly<Record<string, StorageConfig>> },
  problems: Problems,
): void {
  const known = new Map<string, string>();
  for (const [option, one] of [
    ['storage', storage] as const,
    ...Object.entries(storages).map(([name, each]) => [`storages.${name}`, each] as const),
  ]) {
    const address = addressOf(one);
    const other = address === null ? undefined : known.get(address);
    if (other !== undefined) {
      const place = inside(inside(root, 'storages'), option.replace('storages.', ''));
      problems.add(
        place,
        `is the same place as ${other}: each needs a folder, or a bucket and prefix, of its own`,
      );
    } else if (address !== null) known.set(address, option);
  }
}

/** Equal for the same folder or bucket; null for a place of which only its code knows. */
function addressOf(storage: StorageConfig): string | null {
  if (storage.kind === 'custom') return null;
  if (storage.kind === 'local') return resolve(storage.dir);
  const { endpoint, region, bucket, prefix = '' } = storage;
  const host = endpoint === undefined ? region : new URL(endpoint).host;
  return `s3 ${host} ${bucket} ${prefix}`;
}
