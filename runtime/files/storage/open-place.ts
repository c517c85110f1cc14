import type { FilesOptions } from '../../config/files-options.js';
import type { StorageConfig } from '../../config/storage-config.js';
import type { FileAddresses } from '../records/file-address.js';
import type { FileStorage } from './file-storage.js';
import { openLocalStorage } from './local/local-storage.js';
import type { PresignedGet, PresignedPut, PresignedRequest } from './s3/s3-storage.js';

/** A place of files, as the config describes it. */
export interface Place {
  readonly storage: FileStorage;
  /** Addresses at which clients read files themselves; null where the server sends them. */
  readonly redirect: Redirect | null;
  /** The origin of the addresses of `redirect`, not of those of `sign`; null where there is no `redirect`. */
  readonly origin: string | null;
  /** Signs requests by which clients store bytes themselves; null where the server takes them. */
  readonly sign: SignPut | null;
  /** Address before the keys of objects at which everyone reads them, without a slash at its end. */
  readonly publicUrl: string | null;
}

/** Makes a request by which anybody stores an object of an exact length. */
export type SignPut = (key: string, put: PresignedPut) => Promise<PresignedRequest>;

/** Makes an address at which anybody reads a file for a time. */
export type Redirect = (key: string, get: PresignedGet) => Promise<string>;

/** What messages call a place: the option that describes it. */
export function optionOfPlace(name: string): string {
  return name === '' ? 'storage' : `storages.${name}`;
}

/**
 * Opens the places of a config, by their names; empty for that of the service.
 *
 * @throws StorageAway if one cannot be opened.
 */
export async function openPlaces({
  storage,
  storages,
}: Pick<FilesOptions, 'storage' | 'storages'>): Promise<ReadonlyMap<string, Place>> {
  const places = new Map<string, Place>();
  for (const [name, config] of [['', storage] as const, ...storages]) {
    places.set(name, await openPlace(config));
  }
  return places;
}

/** All bytes pass through the server. */
const served = { redirect: null, origin: null, sign: null, publicUrl: null };

/** @throws StorageAway if the place cannot be opened. */
export async function openPlace(config: StorageConfig): Promise<Place> {
  switch (config.kind) {
    case 'local':
      return { storage: await openLocalStorage({ dir: config.dir }), ...served };
    case 's3': {
      const { openS3Storage } = await import('./s3/s3-storage.js');
      const storage = openS3Storage(config);
      const sign: SignPut = (key, put) => storage.presignPut(key, put);
      const place = { storage, ...served, sign, publicUrl: publicUrlOf(config) };
      if (config.redirect !== true) return place;
      const redirect: Redirect = (key, get) => storage.presignGet(key, get);
      return { ...place, redirect, origin: storage.origin };
    }
    case 'custom': {
      const { openCustomStorage } = await import('./custom-storage.js');
      return { storage: await openCustomStorage(config.open), ...served, publicUrl: publicUrlOf(config) };
    }
  }
}

/** Where the addresses of files lead. */
export function addressesOf({
  baseUrl,
  storage,
  storages,
}: Pick<FilesOptions, 'baseUrl' | 'storage' | 'storages'>): FileAddresses {
  const named = [['', storage] as const, ...storages].flatMap(([name, config]) => {
    const publicUrl = publicUrlOf(config);
    return publicUrl === null ? [] : [[name, publicUrl] as const];
  });
  return { baseUrl: baseUrl ?? '', publicUrls: new Map(named) };
}

/** The address before the keys of a place, without a slash at its end; null where it has none. */
function publicUrlOf(config: StorageConfig): string | null {
  if (config.kind === 'local' || config.publicUrl === undefined) return null;
  return new URL(config.publicUrl).href.replace(/\/+$/, '');
}
