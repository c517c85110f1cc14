import type { Document } from '../api/documents.js';
import { mount } from '../browser/mount.js';
import { isDrawable } from './file-kind.js';

/** The file of a document, as far as the requester may read its fields. */
export interface StoredFile {
  readonly filename: string;
  readonly mimeType: string;
  readonly filesize: number | null;
  /** An address of this origin where the service serves the file; null if it may not be read. */
  readonly url: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly alt: string;
  readonly thumbhash: string | null;
  readonly sizes: readonly FileSize[];
}

/** A size of an image. */
export interface FileSize {
  readonly name: string;
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

const shownFields: ReadonlySet<string> = new Set([
  ...['filename', 'mimeType', 'filesize', 'url'],
  ...['width', 'height', 'alt', 'thumbhash', 'sizes'],
]);

/** Returns the fields that are read to show a file, as far as the requester may read them. */
export function fileSelect(fields: readonly { readonly name: string }[]): readonly string[] {
  return fields.map(({ name }) => name).filter((name) => shownFields.has(name));
}

/** Returns the file of a document. */
export function storedFile(document: Document): StoredFile {
  const { filename, mimeType, filesize, url, width, height, alt, thumbhash, sizes } = document;
  return {
    filename: textOf(filename) ?? '',
    mimeType: textOf(mimeType) ?? 'application/octet-stream',
    filesize: numberOf(filesize),
    url: localAddress(textOf(url)),
    width: numberOf(width),
    height: numberOf(height),
    alt: textOf(alt) ?? '',
    thumbhash: textOf(thumbhash),
    sizes: sizesOf(sizes),
  };
}

/**
 * Returns the address at which the service itself sends a file: scripts read nothing of other origins, frames
 * show nothing of them, and a bucket offers nothing to be saved.
 */
export function servedUrl(url: string, slug: string, id: string): string {
  return url.startsWith('/') ? url : `${mount}/api/${slug}/${id}/file`;
}

/** Returns the smallest size that fills a box, else the original; null where a browser draws neither. */
export function imageUrl({ sizes, url, mimeType }: StoredFile, pixels: number): string | null {
  const [fitting] = sizes
    .filter(({ width, height }) => Math.max(width, height) >= pixels)
    .sort((a, b) => a.width * a.height - b.width * b.height);
  if (fitting !== undefined) return fitting.url;
  return isDrawable(mimeType) ? url : null;
}

/**
 * The address of a file without the host, where the service serves it: the dashboard may be open under
 * another host than that of the config, and loads nothing from there.
 */
function localAddress(url: string | null): string | null {
  if (url === null || typeof location === 'undefined') return url;
  try {
    const { pathname, search, host } = new URL(url, location.href);
    // Without a base URL in the config the service does not know its mount.
    if (pathname.startsWith('/api/')) return `${mount}${pathname}${search}`;
    const isServed = pathname.startsWith(`${mount}/api/`) || host === location.host;
    return isServed ? `${pathname}${search}` : url;
  } catch {
    return null;
  }
}

function sizesOf(sizes: Document[string]): readonly FileSize[] {
  if (typeof sizes !== 'object' || sizes === null) return [];
  return Object.entries(sizes).flatMap(([name, size]): readonly FileSize[] => {
    if (typeof size !== 'object' || size === null || !('url' in size)) return [];
    const { url, width, height } = size as Record<string, Document[string]>;
    const address = localAddress(textOf(url));
    const [wide, high] = [numberOf(width), numberOf(height)];
    return address === null || wide === null || high === null
      ? []
      : [{ name, url: address, width: wide, height: high }];
  });
}

function textOf(value: Document[string]): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOf(value: Document[string]): number | null {
  return typeof value === 'number' ? value : null;
}
