import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { ApiRequest, Reply, Service } from '../../http/api.js';
import { admitRead } from '../../http/handlers/document-admission.js';
import { matchesTag } from '../../http/transport/entity-tags.js';
import { isDocumentId } from '../../util/ids.js';
import { filesOf } from '../open-files.js';
import { asServiceError } from '../receive/file-errors.js';
import { isFileId } from '../records/file-address.js';
import { findLiveFile, keyOf } from '../records/file-table.js';
import type { PresignedGet } from '../storage/s3/s3-storage.js';
import { parseRange, rangeApplies } from './byte-ranges.js';
import { checkSignature } from './check-signature.js';
import { fileHeaders, fileTag, type ServedFile } from './file-headers.js';
import { fileParameters } from './file-parameters.js';
import { type FileDocument, type FoundFile, fileInView, findFile, isRefusal } from './find-file.js';
import { isOpenToAll, mayReadOriginal } from './original-access.js';

/** `GET .../file/:fileId/:filename`. The name is a label: any name is served. */
export async function serveFile(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
): Promise<Reply> {
  if (request.search.includes('signature=') && filesOf(service).signatures !== null) {
    return serveSignedFile(request, service, descriptor);
  }
  const of = await admitted(request, service, descriptor);
  const plan = { document: descriptor, scope: service.scope, known: ['download'] };
  const { isDownload } = fileParameters(request, plan);
  const { fileId = '' } = request.params;
  const found = isFileId(fileId) ? await findFile(request, service, { ...of, id: fileId }) : null;
  if (found === null || !mayReadOriginal(descriptor, of.access)) throw noFile();
  const isPublic = found.isPublished && isOpenToAll(descriptor);
  return replyWith(request, service, { descriptor, found, isPublic, isDownload });
}

/** `GET .../file`: the file that the document has now, so it is asked for again each time. */
export async function serveCurrentFile(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
): Promise<Reply> {
  const of = await admitted(request, service, descriptor);
  const plan = { document: descriptor, scope: service.scope, known: ['download', 'draft'] };
  const { isDownload, draft } = fileParameters(request, plan);
  const file = await fileInView(request, service, { ...of, draft });
  if (file === null || !mayReadOriginal(descriptor, of.access)) throw noFile();
  const found = { ...file, isPublished: false };
  const reply = await replyWith(request, service, { descriptor, found, isPublic: false, isDownload });
  return { ...reply, headers: { ...reply.headers, 'Cache-Control': 'no-cache' } };
}

/** A signed address opens its file to every client, so nothing is asked about the requester. */
async function serveSignedFile(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
): Promise<Reply> {
  request.decided();
  const { signedSeconds, isDownload } = checkSignature(request, service, descriptor);
  const { id: document = '', fileId = '', filename = '' } = request.params;
  const { driver } = filesOf(service);
  const live = await findLiveFile(driver, { id: fileId, collection: descriptor.slug, document });
  if (live === null) throw noFile();
  const found = { ...live, filename, isPublished: false };
  return replyWith(request, service, { descriptor, found, isPublic: false, isDownload, signedSeconds });
}

/** Every refusal is that of a file which never was. */
async function admitted(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
): Promise<FileDocument> {
  try {
    const access = await admitRead(request, service, descriptor);
    const { id: document = '' } = request.params;
    if (!isDocumentId(document)) throw noFile();
    return { descriptor, document, access };
  } catch (error) {
    throw isRefusal(error) ? noFile() : error;
  }
}

interface Serving extends Pick<ServedFile, 'isPublic' | 'isDownload' | 'signedSeconds'> {
  readonly descriptor: CollectionDescriptor;
  readonly found: FoundFile;
}

async function replyWith(
  request: ApiRequest,
  service: Service,
  { descriptor, found, ...served }: Serving,
): Promise<Reply> {
  const { cacheSeconds = 0 } = descriptor.upload ?? {};
  request.logFile({ fileId: found.id, fileBytes: found.bytes, fileType: found.mimeType });
  const file: ServedFile = { ...found, ...served, cacheSeconds };
  const headers = fileHeaders(file);
  const tag = fileTag(file);
  if (matchesTag(request.header('if-none-match'), tag)) {
    const { 'Cache-Control': cached = '', ETag = tag } = headers;
    return { status: 304, headers: { 'Cache-Control': cached, ETag }, body: null };
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
  const key = keyOf({ collection: descriptor.slug, id: found.id });
  const { storage, redirect } = await filesOf(service).placeOf(descriptor, found.id);
  if (redirect !== null) return redirected(await redirect(key, presigned(headers)));
  try {
    const bytes = await storage.read(key, range ?? undefined);
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

function noFile(): ServiceError {
  return new ServiceError('NOT_FOUND', reason('file.notFound'));
}
