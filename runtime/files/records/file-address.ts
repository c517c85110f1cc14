/** Addresses of files: `/api/media/<document>/file/<file>/<name>`. */
import { randomBytes } from 'node:crypto';

/** 128 random bits. */
const bytesOfId = 16;

const idPattern = /^[A-Za-z0-9_-]{22}$/;

/** Makes the id of a file, which nobody can guess. */
export function createFileId(): string {
  return randomBytes(bytesOfId).toString('base64url');
}

/** Whether a text can be the id of a file. */
export function isFileId(text: string): boolean {
  return idPattern.test(text);
}

/** What an address is made of. */
export interface AddressedFile {
  readonly collection: string;
  readonly document: string;
  readonly id: string;
  readonly filename: string;
}

/** Where addresses of files lead. */
export interface FileAddresses {
  /** Before the paths of the service; empty where its public address is not known. */
  readonly baseUrl: string;
  /** Addresses before the keys of objects that clients read themselves, by the name of their place. */
  readonly publicUrls: ReadonlyMap<string, string>;
}

/** The path of a file below the root of the service. */
export function fileAddress({ collection, document, id, filename }: AddressedFile): string {
  return `/api/${collection}/${document}/file/${id}/${encodeURIComponent(filename)}`;
}

/** The path of a size of an image: its name has a hash, so that it is new when the image looks different. */
export function sizeAddress(size: string, { collection, document, id, filename }: AddressedFile): string {
  return `/api/${collection}/${document}/file/${id}/${size}/${encodeURIComponent(filename)}`;
}

/** The id of the file that an address names; null for any other text. */
export function fileIdIn(address: unknown): string | null {
  if (typeof address !== 'string') return null;
  if (isFileId(address)) return address;
  const [, byService, byKey] = /\/file\/([^/]+)\/[^/]*$|\/([^/]+)\/original$/.exec(address) ?? [];
  const id = byService ?? byKey ?? '';
  return isFileId(id) ? id : null;
}
