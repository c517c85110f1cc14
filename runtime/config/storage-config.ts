/** Places in which the files of documents are kept. */
import type { FileStorage } from './file-storage.js';

/** Files kept in a folder of the server. */
export interface LocalStorage {
  readonly kind: 'local';
  /** Path of the folder. */
  readonly dir: string;
}

/** Files kept in a bucket of S3, or of a service like it. */
export interface S3Bucket {
  readonly kind: 's3';
  readonly bucket: string;
  readonly region: string;
  /** Address of the service. Absent: that of Amazon in the region. */
  readonly endpoint?: string;
  readonly pathStyle?: boolean;
  /** Empty where it is not known yet, as while code is generated. */
  readonly accessKeyId: string;
  /** Empty where it is not known yet, as while code is generated. */
  readonly secretAccessKey: string;
  readonly prefix?: string;
  readonly redirect?: boolean;
  readonly publicUrl?: string;
}

/** Files kept by code of the config. */
export interface CustomStorage {
  readonly kind: 'custom';
  readonly publicUrl?: string;
  /** Opens the place, when a server or a command needs it. */
  readonly open: () => FileStorage | Promise<FileStorage>;
}

/** Where files are kept. */
export type StorageConfig = LocalStorage | S3Bucket | CustomStorage;

/** The folder of files unless the config or `SVC_STORAGE_URL` names another place. */
export const defaultFilesFolder = '.svc/files';

/** The region of services that have none. */
export const defaultRegion = 'us-east-1';

/**
 * Keeps files in a folder of the server, relative to the folder that the server is started in.
 * `SVC_STORAGE_URL` wins over it.
 *
 * @example
 * ```ts
 * storage: localStorage({ dir: '/srv/shop/files' })
 * ```
 */
export function localStorage(options: { readonly dir?: string } = {}): LocalStorage {
  return { kind: 'local', ...options, dir: options.dir ?? defaultFilesFolder };
}

/** Options of `s3Storage`. */
export interface S3StorageOptions {
  /** The bucket. It has to exist. */
  readonly bucket: string;
  /** Default `us-east-1`, which services without regions take. */
  readonly region?: string;
  /** Address of the service, such as `https://s3.example.com`. Default: that of Amazon in the region. */
  readonly endpoint?: string;
  /** The bucket is in the path of addresses instead of the host name. Default `false`. */
  readonly pathStyle?: boolean;
  /** A server does not start without it, unless `SVC_STORAGE_URL` has one. */
  readonly accessKeyId: string | undefined;
  /** A server does not start without it, unless `SVC_STORAGE_URL` has one. */
  readonly secretAccessKey: string | undefined;
  /** Before the keys of all objects, such as `shop/production`. Default: none. */
  readonly prefix?: string;
  /**
   * Files are not sent by the server: it redirects to an address of the bucket that is valid for 60 seconds.
   * Default `false`.
   */
  readonly redirect?: boolean;
  /**
   * Address at which everyone may read the objects of the bucket, or of a CDN before it:
   * `https://cdn.example.com`. The addresses of published images, audio, video and PDF in documents lead
   * there, with the key of the object after it, without `prefix`. Every collection with files in it has to be
   * open to all. Default: none.
   */
  readonly publicUrl?: string;
}

/**
 * Keeps files in a bucket of S3, or of a service like it. `SVC_STORAGE_URL`
 * (`s3://key:secret@s3.example.com/bucket?region=eu-central-1`) wins over it.
 *
 * @example
 * ```ts
 * storage: s3Storage({
 *   bucket: 'shop-files',
 *   region: 'eu-central-1',
 *   accessKeyId: process.env.S3_KEY,
 *   secretAccessKey: process.env.S3_SECRET,
 * })
 * ```
 */
export function s3Storage(options: S3StorageOptions): S3Bucket {
  const { region = defaultRegion, accessKeyId = '', secretAccessKey = '', ...others } = options;
  return { kind: 's3', ...others, region, accessKeyId, secretAccessKey };
}

/** Options of `customStorage`. */
export interface CustomStorageOptions {
  /**
   * As that of `s3Storage`. The place has to send each object with the `contentType`, `contentDisposition`
   * and `cacheControl` that it was written with.
   */
  readonly publicUrl?: string;
}

/**
 * Keeps files in a place of your own. `SVC_STORAGE_URL` wins over it.
 *
 * @param open - called when a server or a command needs the place, once in each process.
 * @param options - where clients read the files themselves, if they do.
 *
 * @example
 * ```ts
 * storage: customStorage(() => openMyStorage(process.env.MY_STORAGE))
 * ```
 */
export function customStorage(
  open: () => FileStorage | Promise<FileStorage>,
  options: CustomStorageOptions = {},
): CustomStorage {
  return { kind: 'custom', ...options, open };
}
