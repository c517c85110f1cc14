/** Finds a file in the views of its document that a requester may read. */

import { seesDrafts } from '../../access/decide-view.js';
import type { DocumentAccess } from '../../access/document-access.js';
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { ServiceError } from '../../errors/service-error.js';
import type { ApiRequest, Service } from '../../http/api.js';
import { collectionOf } from '../../http/handlers/addressed-document.js';
import { isJsonObject, type JsonObject } from '../../util/json.js';
import { type DocumentImage, imageOf } from '../images/image-sizes.js';
import { filesOf } from '../open-files.js';
import { fileIdIn } from '../records/file-address.js';
import { versionsWithFile } from '../records/version-files.js';

/** What a document says of its file. */
export interface NamedFile {
  readonly id: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly bytes: number;
  readonly checksum: string;
  /** What the document says of its image; null for other files. */
  readonly image: DocumentImage | null;
}

/** A file in a view of its document. */
export interface FoundFile extends NamedFile {
  /** Whether what is published names it. */
  readonly isPublished: boolean;
}

/** The document of a request for a file. */
export interface FileDocument {
  readonly descriptor: CollectionDescriptor;
  readonly document: string;
  readonly access: DocumentAccess | null;
}

/**
 * The file of this id, if what is published names it, or the pending draft where the requester sees drafts,
 * or a version where they may change the document. Null where none does, or they may not read it.
 */
export async function findFile(
  request: ApiRequest,
  service: Service,
  { id, ...of }: FileDocument & { readonly id: string },
): Promise<FoundFile | null> {
  const published = await fileInView(request, service, { ...of, draft: false });
  if (published?.id === id) return { ...published, isPublished: true };
  if (of.descriptor.drafts && seesDrafts(of.descriptor, of.access)) {
    const pending = await fileInView(request, service, { ...of, draft: true });
    if (pending?.id === id) return { ...pending, isPublished: false };
  }
  const old = of.descriptor.versions === undefined ? null : await fileInVersions(request, service, of, id);
  return old && { ...old, isPublished: false };
}

/** The file that a view of the document names; null where the requester may not read it. */
export async function fileInView(
  request: ApiRequest,
  service: Service,
  { descriptor, document, draft }: FileDocument & { readonly draft: boolean | null },
): Promise<NamedFile | null> {
  const shape = { depth: 0, select: null, draft };
  const found = await orNull(() =>
    collectionOf(service, descriptor).read(document, { document: descriptor, shape }, request.context),
  );
  return found && fileOf(parsed(found.json));
}

async function fileInVersions(
  request: ApiRequest,
  service: Service,
  { descriptor, document }: FileDocument,
  id: string,
): Promise<NamedFile | null> {
  const { versions } = collectionOf(service, descriptor);
  if (versions === undefined) return null;
  const ids = await versionsWithFile(filesOf(service).driver, { descriptor, document, file: id });
  if (ids.length === 0) return null;
  const found = await orNull(() => versions.newestOf(document, ids, request.context));
  const version = found && parsed(found)['document'];
  return isJsonObject(version) ? fileOf(version) : null;
}

function fileOf(document: JsonObject): NamedFile | null {
  const { url, filename, mimeType, filesize, checksum } = document;
  const id = fileIdIn(url);
  if (id === null || typeof filename !== 'string' || typeof mimeType !== 'string') return null;
  return {
    id,
    filename,
    mimeType,
    bytes: Number(filesize),
    checksum: String(checksum),
    image: imageOf(document),
  };
}

function parsed(json: Uint8Array | string): JsonObject {
  const value: unknown = JSON.parse(typeof json === 'string' ? json : Buffer.from(json).toString());
  return isJsonObject(value) ? value : {};
}

const refusals: ReadonlySet<string> = new Set(['NOT_FOUND', 'FORBIDDEN', 'UNAUTHENTICATED']);

/** Whether an error says that the requester may not read something. */
export function saysUnreadable(error: unknown): boolean {
  return error instanceof ServiceError && refusals.has(error.code);
}

async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (saysUnreadable(error)) return null;
    throw error;
  }
}
