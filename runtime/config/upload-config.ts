/** Options of collections with files. */
import { expandTypes, isRasterType, rasterTypes } from '../util/media-types.js';
import type { CollectionAccess } from './access-config.js';
import type { RoleName } from './roles.js';

/** A number of bytes, or a text such as `500kb`, `20mb`, `2gb` (of 1024). */
export type ByteSize = number | `${number}${'b' | 'kb' | 'mb' | 'gb'}`;

/** How a collection keeps the files of its documents. */
export interface UploadConfig {
  /**
   * Media types of the files: `image/*`, `application/pdf`. The type is found from the bytes. Default: JPEG,
   * PNG, GIF, WebP, AVIF, PDF, MP4, WebM, MP3, plain text and CSV. Images need the package `sharp`.
   */
  readonly mimeTypes?: readonly string[];
  /**
   * Types in `mimeTypes` that run code where they are opened: HTML, JavaScript, executables. They must be
   * named here too. Default: none.
   */
  readonly dangerousTypes?: readonly string[];
  /** Max size of a file. Default 20 MiB (`20mb`); apart from `limits.bodyBytes`. */
  readonly maxBytes?: ByteSize;
  /** For how many seconds caches may keep a public file. Default 3600. */
  readonly cacheSeconds?: number;
  /** Name of the place in `storages` that keeps the files. Default: the `storage` of the config. */
  readonly storage?: string;
  /**
   * Max size of all files of the collection together, those of drafts and versions included; a file that
   * exceeds it gets 507. Default: no limit.
   */
  readonly quotaBytes?: ByteSize;
  /**
   * Lets requesters who may create documents name the address of a file, which the server then fetches.
   * Default: off.
   */
  readonly fromUrl?: FromUrlConfig;
  /** Who may read files, besides the rules for their documents. */
  readonly access?: UploadAccess;
  /** Max number of pixels of an image, of all frames together. Default 100 million. */
  readonly maxPixels?: number;
  /** Max number of frames of an image. Default 200. */
  readonly maxFrames?: number;
  /**
   * Whether images are stored as they were sent, with the place and the camera that a photo names. Default
   * `false`.
   */
  readonly keepMetadata?: boolean;
  /** Smaller images that are made of each image, by name. Default: none. */
  readonly sizes?: Readonly<Record<string, ImageSizeConfig>>;
  /**
   * Other sizes that a request may ask for, by values of these lists: `?w=640&format=auto`. Default: none.
   */
  readonly transforms?: TransformsConfig;
  /** Whether documents have a focal point, around which sizes are cut. Default `true` with images. */
  readonly focalPoint?: boolean;
  /** Whether images have a text that describes them. Default `optional`. */
  readonly alt?: 'required' | 'optional' | false;
  /**
   * Whether files are in folders: documents get a field `folder`, a relationship to the built-in collection
   * `{slug}_folders`. Default `false`.
   */
  readonly folders?: boolean | FoldersConfig;
}

/** Folders with rules of their own. */
export interface FoldersConfig {
  /** Who may do what with folders. Default, for each of them: the rule of the collection. */
  readonly access?: CollectionAccess;
}

/** Which files the server fetches for requesters. */
export interface FromUrlConfig {
  /**
   * Hosts that files are fetched from by https: `cdn.example.com`, or `*.example.com` for all names below.
   * `http://legacy.example.com` means plain http. A host whose address is not public is refused.
   */
  readonly hosts: readonly string[];
}

/** Which roles may read files. Has no effect unless the config has `auth`. */
export interface UploadAccess {
  /** Of all files. The `url` of a document is hidden from other roles. Default: as the document. */
  readonly file?: {
    /** Roles that may read files. */
    readonly read?: readonly RoleName[];
  };
  /** Roles that may read the file as it was sent; the sizes of an image stay open. Default: as `file`. */
  readonly original?: readonly RoleName[];
}

/** A size of an image. It is never larger than the image. */
export interface ImageSizeConfig {
  /** Max width in pixels. At least one side is given. */
  readonly width?: number;
  /** Max height in pixels. */
  readonly height?: number;
  /**
   * `cover`: fills both sides, cut around the focal point; `inside`: the whole image, within the sides.
   * Default: `cover` with both sides, else `inside`.
   */
  readonly fit?: 'cover' | 'inside';
  /** Format; `same` is that of the image. Default `webp`. */
  readonly format?: ImageFormat;
  /** From 1 to 100; PNG has none. Default 80. */
  readonly quality?: number;
}

/** A format of a size. `same` is that of the image. */
export type ImageFormat = 'webp' | 'jpeg' | 'png' | 'avif' | 'same';

/** Which sizes of images a request may ask for. All values together mean at most 1,000 different images. */
export interface TransformsConfig {
  /** Values of `w`: max width in pixels. At least one of `widths` and `heights` is given. */
  readonly widths?: readonly number[];
  /** Values of `h`: max height in pixels. */
  readonly heights?: readonly number[];
  /**
   * Values of `format`; the first one is used where a request names none. `auto` is always allowed, and means
   * the best of the list that the client takes. Default `['webp']`.
   */
  readonly formats?: readonly ImageFormat[];
  /** Values of `q`, from 1 to 100; the first one is used where a request names none. Default `[80]`. */
  readonly qualities?: readonly number[];
}

/** How the service takes and removes files. */
export interface UploadsConfig {
  /** Max number of uploads at a time, per process; more get 503 before their bytes are read. Default 32. */
  readonly concurrent?: number;
  /** Hours after which an upload that was never finished is removed. Default 24. */
  readonly stagingHours?: number;
  /**
   * Max number of unfinished uploads, in several requests, of one user, one API key, or one address of
   * requesters without a login; more get 429. Default 100.
   */
  readonly unfinished?: number;
  /** Hours for which a file that nothing names any more is kept. Default 24. */
  readonly deleteAfterHours?: number;
  /** Processes that decode and make images, which are started when the first image comes. Default 1. */
  readonly imageWorkers?: number;
  /** Max number of images that wait; more uploads of images get 503. Default 100. */
  readonly imageQueue?: number;
}

/** The types of files that a collection takes by default. */
export const defaultUploadTypes: readonly string[] = [
  ...rasterTypes,
  'application/pdf',
  ...['video/mp4', 'video/webm', 'audio/mpeg'],
  ...['text/plain', 'text/csv'],
];

/** Max size of a file by default, in bytes: 20 MiB. */
export const defaultMaxFileBytes: number = 20 * 1024 * 1024;

/** What a collection takes of images. */
export interface TakenImages {
  /** Some of its types are images that are decoded. */
  readonly some: boolean;
  /** All of them are. */
  readonly only: boolean;
}

/** Whether a collection takes images that are decoded, and whether it takes other files. */
export function takenImages({ mimeTypes = defaultUploadTypes }: UploadConfig): TakenImages {
  const types = expandTypes(mimeTypes);
  return { some: types.some(isRasterType), only: types.every(isRasterType) };
}

const units: Readonly<Record<string, number>> = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 };

/** The number of bytes that a text or number means; null if it is neither. */
export function bytesOf(size: unknown): number | null {
  if (typeof size === 'number') return Number.isSafeInteger(size) && size > 0 ? size : null;
  const [, digits, unit] = typeof size === 'string' ? (/^(\d+(?:\.\d+)?)(b|kb|mb|gb)$/.exec(size) ?? []) : [];
  if (digits === undefined || unit === undefined) return null;
  const bytes = Math.floor(Number(digits) * (units[unit] ?? 1));
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : null;
}
