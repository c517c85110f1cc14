/** Where files are kept and how they are taken. The environment wins over the config. */
import type { AuthOptions } from './auth-options.js';
import { createVariables } from './environment.js';
import { type ServerOptions, throwProblems } from './server-options.js';
import type { ServiceConfig } from './service-config.js';
import { defaultFilesFolder, localStorage, type StorageConfig } from './upload-config.js';
import { hasUpload } from './upload-fields.js';
import { createProblems } from './validate/problem.js';

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
  /** Hours for which a file is kept that nothing names. */
  readonly deleteAfterHours: number;
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

const variable = 'SVC_STORAGE_URL';

/**
 * Resolves where files are kept; null where no collection has files.
 *
 * @throws ConfigError for an address that is not valid.
 */
export function resolveFilesOptions(
  { collections = [], storage, storages = {}, uploads = {} }: ServiceConfig,
  env: NodeJS.ProcessEnv,
  { auth, server }: SurroundingOptions,
): FilesOptions | null {
  if (!collections.some(({ upload }) => hasUpload(upload))) return null;
  const problems = createProblems();
  const dir = createVariables(env, problems).filePath(
    variable,
    () => `must be the address of a folder: file:${defaultFilesFolder} or file:///srv/files`,
  );
  throwProblems(problems);
  const { concurrent = 32, stagingHours = 24, deleteAfterHours = 24 } = uploads;
  return {
    storage: dir === undefined ? (storage ?? localStorage()) : localStorage({ dir }),
    storages: new Map(Object.entries(storages)),
    concurrent,
    stagingHours,
    deleteAfterHours,
    secrets: auth === null ? [] : [auth.secret, ...auth.previousSecrets],
    baseUrl: server?.baseUrl ?? null,
  };
}
