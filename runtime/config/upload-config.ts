/** Options of collections with files. */
import type { RoleName } from './roles.js';

/** A number of bytes, or a text such as `500kb`, `20mb`, `2gb` (of 1024). */
export type ByteSize = number | `${number}${'b' | 'kb' | 'mb' | 'gb'}`;

/** How a collection keeps the files of its documents. */
export interface UploadConfig {
  /**
   * Media types of the files: `application/pdf`, `video/*`. The type is found from the bytes. Default: PDF,
   * MP4, WebM, MP3, plain text and CSV.
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

/** How the service takes and removes files. */
export interface UploadsConfig {
  /** Max number of uploads at a time, per process; more get 503 before their bytes are read. Default 32. */
  readonly concurrent?: number;
  /** Hours after which an upload that was never finished is removed. Default 24. */
  readonly stagingHours?: number;
  /** Hours for which a file that nothing names any more is kept. Default 24. */
  readonly deleteAfterHours?: number;
}

/** The types of files that a collection takes by default. */
export const defaultUploadTypes: readonly string[] = [
  'application/pdf',
  ...['video/mp4', 'video/webm', 'audio/mpeg'],
  ...['text/plain', 'text/csv'],
];

/** Max size of a file by default, in bytes: 20 MiB. */
export const defaultMaxFileBytes: number = 20 * 1024 * 1024;

const units: Readonly<Record<string, number>> = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 };

/** The number of bytes that a text or number means; null if it is neither. */
export function bytesOf(size: unknown): number | null {
  if (typeof size === 'number') return Number.isSafeInteger(size) && size > 0 ? size : null;
  const [, digits, unit] = typeof size === 'string' ? (/^(\d+(?:\.\d+)?)(b|kb|mb|gb)$/.exec(size) ?? []) : [];
  if (digits === undefined || unit === undefined) return null;
  const bytes = Math.floor(Number(digits) * (units[unit] ?? 1));
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : null;
}
