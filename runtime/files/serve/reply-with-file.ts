import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { ApiRequest, Reply, Service } from '../../http/api.js';
import { matchesTag } from '../../http/transport/entity-tags.js';
import { FileBody } from '../../http/transport/file-body.js';
import { filesOf } from '../open-files.js';
import { asServiceError } from '../receive/file-errors.js';
import { keyOf } from '../records/file-table.js';
import { isHidden } from '../records/hidden-table.js';
import { FileMissing, type FileStorage } from '../storage/file-storage.js';
import type { PresignedGet } from '../storage/s3/s3-storage.js';
import { type FileRange, parseRange, rangeApplies } from './byte-ranges.js';
import { fileHeaders, fileTag, type ServedFile } from './file-headers.js';
import type { FoundFile } from './find-file.js';
import type { KeptOpen, OpenableFile } from './kept-open.js';
import { maxSmallFile } from './small-files.js';

/** A file, and how it is served. */
export interface Serving extends Pick<ServedFile, 'isPublic' | 'isDownload' | 'signedSeconds'> {
  readonly descriptor: CollectionDescriptor;
  readonly found: Pick<FoundFile, 'id' | 'filename' | 'mimeType' | 'bytes' | 'checksum'>;
  /** Key of the bytes. Default: that of the file as it was sent. */
  readonly key?: string;
}

/**
 * The response with a file: whole, in part, or without its bytes where the client has them.
 *
 * @throws ServiceError RANGE_NOT_SATISFIABLE, UNAVAILABLE
 */
export async function replyWithFile(
  request: ApiRequest,
  service: Service,
  { descriptor, found, key, ...served }: Serving,
): Promise<Reply> {
  const { cacheSeconds = 0 } = descriptor.upload ?? {};
  request.logFile({ fileId: found.id, fileBytes: found.bytes, fileType: found.mimeType });
  const file: ServedFile = { ...found, ...served, cacheSeconds };
  const headers = fileHeaders(file);
  const tag = fileTag(file);
  if (matchesTag(request.header('if-none-match'), tag)) {
    return unchanged(headers);
  }
  const size = found.bytes;
  const named = rangeApplies(request.header('if-range'), tag) ? request.header('range') : undefined;
  const range = parseRange(named, size);
  if (range === 'unsatisfiable') {
    throw new ServiceError('RANGE_NOT_SATISFIABLE', reason('range.outside', { size }), {
      contentRange: `bytes */${size}`,
    });
  }
  const status = range === null ? 200 : 206;
  const ofPart = range === null ? headers : { ...headers, 'Content-Range': contentRange(range, size) };
  const length = range === null ? size : range.end - range.start + 1;
  const ofStream = { status, headers: { ...ofPart, 'Content-Length': String(length) }, body: null };
  if (request.isHead) return ofStream;
  const stored = key ?? keyOf({ collection: descriptor.slug, id: found.id });
  const { placeOf, smallFiles, keptOpen, driver } = filesOf(service);
  const { storage, redirect } = await placeOf(descriptor, found.id);
  try {
    // While a file returns from the trash, its own key has nothing yet, and the other one is told to nobody.
    if (redirect !== null && !(await isHidden(driver, found.id))) {
      // A size that is gone is made again, which a bucket cannot do.
      if (key !== undefined && (await storage.size(key)) === null) throw new FileMissing(key);
      return redirected(await redirect(stored, presigned(headers)));
    }
    if (size <= maxSmallFile) {
      const whole = await smallFiles.read({ storage, key: stored, bytes: size, checksum: found.checksum });
      return {
        status,
        headers: ofPart,
        body: range === null ? whole : whole.subarray(range.start, range.end + 1),
      };
    }
    const read = { key: stored, bytes: size, checksum: found.checksum };
    return { ...ofStream, stream: await bodyOf(storage, keptOpen, { ...read, range }) };
  } catch (error) {
    throw asServiceError(error);
  }
}

/** The response to a client that has the file. */
export function unchanged({ 'Content-Type': _type, ...headers }: Readonly<Record<string, string>>): Reply {
  // A client replaces the headers that it has by these: without them, those of other responses would apply.
  return { status: 304, headers, body: null };
}

function contentRange({ start, end }: FileRange, size: number): string {
  return `bytes ${start}-${end}/${size}`;
}

/** The bytes of a stored object: of one that is a file, without a stream. */
async function bodyOf(
  storage: FileStorage,
  kept: KeptOpen,
  { range, ...file }: Omit<OpenableFile, 'open'> & { readonly range: FileRange | null },
): Promise<NonNullable<Reply['stream']>> {
  const { openFile } = storage;
  if (openFile === undefined)
    return ReadableStream.from(
      await storage.read(file.key, range ?? undefined),
    ) as ReadableStream<Uint8Array>;
  const opened = await kept.open({ ...file, open: () => openFile.call(storage, file.key) });
  return new FileBody(opened, range ?? { start: 0, end: file.bytes - 1 });
}

/** For how many seconds a client may follow a redirect. */
const redirectSeconds = 60;

/** The bucket sends the file with the same type, shown or saved in the same way. */
function presigned(headers: Readonly<Record<string, string>>): PresignedGet {
  const { 'Content-Disposition': disposition = '', 'Content-Type': contentType = '' } = headers;
  return { expiresIn: redirectSeconds, disposition, contentType };
}

/** Nothing may keep it: the address expires. */
function redirected(location: string): Reply {
  return { status: 302, headers: { Location: location, 'Cache-Control': 'no-store' }, body: null };
}
