/** Headers of responses with the bytes of files (docs/spec/uploads.md#serving). */

import type { WriteOptions } from '../../config/file-storage.js';
import { isPublicType } from '../../util/media-types.js';

/** A file as it is served. */
export interface ServedFile {
  readonly filename: string;
  readonly mimeType: string;
  readonly bytes: number;
  readonly checksum: string;
  /** Whether every requester may read it. */
  readonly isPublic: boolean;
  /** For how many seconds caches may keep a public file. */
  readonly cacheSeconds: number;
  /** Of a signed address: for how many seconds it is still valid. */
  readonly signedSeconds?: number;
  /** Whether it is offered to be saved, whatever its type. */
  readonly isDownload: boolean;
}

/** What browsers show without running anything of it. */
const shown =
  /^(?:image\/(?:jpeg|png|gif|webp|avif)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf|text\/plain)$/;

const sandboxed = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
/** Browsers show no PDF in a sandbox. */
const ofPdf = "default-src 'none'; object-src 'self'";

export function fileTag({ checksum }: Pick<ServedFile, 'checksum'>): string {
  return `"${checksum}"`;
}

/** A file that is stored in a place whose objects clients may read themselves. */
export interface StoredAs extends Pick<ServedFile, 'filename' | 'mimeType' | 'cacheSeconds'> {
  /** Whether the place has a `publicUrl`. */
  readonly isPublic: boolean;
}

/**
 * The headers with which a place sends an object to clients: those of the service, as far as a place has
 * them. Only a public place gets the name of the file.
 */
export function storedAs({ filename, mimeType, cacheSeconds, isPublic }: StoredAs): ObjectHeaders {
  if (!isPublicType(mimeType)) return { contentType: mimeType, contentDisposition: 'attachment' };
  if (!isPublic) return { contentType: mimeType, contentDisposition: 'inline' };
  return {
    contentType: mimeType,
    contentDisposition: `inline; ${dispositionName(filename)}`,
    cacheControl: `public, max-age=${cacheSeconds}`,
  };
}

/** What a place keeps beside the bytes. */
export type ObjectHeaders = Omit<WriteOptions, 'signal'>;

/** The headers that all responses with a file have. */
export function fileHeaders(file: ServedFile): Readonly<Record<string, string>> {
  const { filename, mimeType, isPublic, isDownload } = file;
  const disposition = !isDownload && shown.test(mimeType) ? 'inline' : 'attachment';
  return {
    'Content-Type': mimeType.startsWith('text/') ? `${mimeType}; charset=utf-8` : mimeType,
    'Content-Disposition': `${disposition}; ${dispositionName(filename)}`,
    'Accept-Ranges': 'bytes',
    ETag: fileTag(file),
    'Cache-Control': cacheControl(file),
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': mimeType === 'application/pdf' ? ofPdf : sandboxed,
    // The dashboard shows PDF and text in a frame.
    'X-Frame-Options': 'SAMEORIGIN',
    'Cross-Origin-Resource-Policy': isPublic ? 'cross-origin' : 'same-site',
  };
}

function cacheControl({ isPublic, cacheSeconds, signedSeconds }: ServedFile): string {
  if (signedSeconds !== undefined) return `private, max-age=${signedSeconds}`;
  return isPublic ? `public, max-age=${cacheSeconds}` : 'private, no-cache';
}

/** A name for every client (RFC 6266), and the exact one for those that know RFC 8187. */
function dispositionName(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|[\\"%]/g, '_');
  const named = `filename="${plain}"`;
  return plain === name ? named : `${named}; filename*=UTF-8''${encoded(name)}`;
}

function encoded(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
