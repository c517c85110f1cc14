import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { ApiRequest, Reply, Service } from '../../http/api.js';
import { matchesTag } from '../../http/transport/entity-tags.js';
import { filesOf } from '../open-files.js';
import { asServiceError } from '../receive/file-errors.js';
import { keyOf } from '../records/file-table.js';
import { FileMissing } from '../storage/file-storage.js';
import type { PresignedGet } from '../storage/s3/s3-storage.js';
import { parseRange, rangeApplies } from './byte-ranges.js';
import { fileHeaders, fileTag, type ServedFile } from './file-headers.js';
import type { FoundFile } from './find-file.js';

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
    // A client replaces the headers that it has by these: without them, those of other responses would apply.
    const { 'Content-Type': _type, ...kept } = headers;
    return { status: 304, headers: kept, body: null };
  }
  const size = found.bytes;
  const named = rangeApplies(request.header('if-range'), tag) ? request.header('range') : undefined;
  const range = parseRange(named, size);
  if (range === 'unsatisfiable') {
    throw new ServiceError('RANGE_NOT_SATISFIABLE', reason('range.outside', { size }), {
      contentRange: `bytes */${size}`,
    });
  }
  const length = range === null ? size : range.end - range.start + 1;
  const reply = {
    status: range === null ? 200 : 206,
    headers: {
      ...headers,
      'Content-Length': String(length),
      ...(range !== null && { 'Content-Range': `bytes ${range.start}-${range.end}/${size}` }),
    },
    body: null,
  };
  if (request.isHead) return reply;
  const stored = key ?? keyOf({ collection: descriptor.slug, id: found.id });
  const { storage, redirect } = await filesOf(service).placeOf(descriptor, found.id);
  try {
    if (redirect !== null) {
      // A size that is gone is made again, which a bucket cannot do.
      if (key !== undefined && (await storage.size(key)) === null) throw new FileMissing(key);
      return redirected(await redirect(stored, presigned(headers)));
    }
    const bytes = await storage.read(stored, range ?? undefined);
    return { ...reply, stream: ReadableStream.from(bytes) as ReadableStream<Uint8Array> };
  } catch (error) {
    throw asServiceError(error);
  }
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
