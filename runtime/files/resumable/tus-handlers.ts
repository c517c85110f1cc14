/** Resumable uploads by tus 1.0.0: creation (with bytes), checksum, expiration and termination. */
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type { DocumentResult } from '../../documents/operation.js';
import { reason } from '../../errors/reasons/reason.js';
import { badInputAt, ServiceError } from '../../errors/service-error.js';
import { echo } from '../../fields/input-issue.js';
import type { ApiRequest, Reply, Service } from '../../http/api.js';
import type { FileService } from '../file-service.js';
import { filesOf } from '../open-files.js';
import { paced } from '../receive/paced.js';
import { inSlot } from '../receive/slots.js';
import { type AnnouncedUpload, beginUpload, openUploadOf } from './begin-upload.js';
import { finishUpload } from './finish-upload.js';
import { finishedDocument } from './finished-document.js';
import { PartedBody } from './parted-body.js';
import { receiveParts } from './receive-parts.js';
import { tusVersion } from './tus-version.js';
import { parseUploadMetadata } from './upload-metadata.js';
import { endBegunUpload } from './upload-removal.js';
import { routeOf, type UploadRoute } from './upload-route.js';
import { stateOf } from './upload-state.js';
import { findUpload, takeUpload, type UploadState } from './upload-table.js';

const protocol = 'tus';
const offsetStream = 'application/offset+octet-stream';

/** `POST /api/{slug}/uploads/tus`: begins an upload; with a body, its first bytes. */
export async function createTus(request: ApiRequest, service: Service, route: UploadRoute): Promise<Reply> {
  const { descriptor } = route;
  const hasBytes = isOffsetStream(request);
  const upload = await beginUpload(request, service, {
    route,
    protocol,
    announced: () => announced(request),
  });
  const created = {
    Location: `${request.mount}/api/${descriptor.slug}/uploads/tus/${upload.id}`,
    'Upload-Expires': new Date(hasBytes ? upload.expiresAt : upload.emptyUntil).toUTCString(),
  };
  const begun = { ...upload, received: 0, result: null };
  if (!hasBytes) {
    const body = wantsBody(request) ? stateOf(begun) : null;
    return { status: 201, headers: { ...created, 'Upload-Offset': '0' }, body };
  }
  const files = filesOf(service);
  const { offset, document } = await receive(request, service, { files, upload: begun, route });
  const done = document === null ? {} : { 'Content-Location': addressOf(request, descriptor, document.id) };
  return { status: 201, headers: { ...created, ...done, 'Upload-Offset': String(offset) }, body: null };
}

/** `HEAD /api/{slug}/uploads/tus/:uploadId`: how far it is. `GET` says the same as JSON. */
export async function readTus(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
): Promise<Reply> {
  const { upload } = await openUploadOf(request, service, { descriptor, protocol });
  const { received, length, metadata, expiresAt, emptyUntil, result } = upload;
  return {
    status: 200,
    headers: {
      'Cache-Control': 'no-store',
      'Upload-Offset': String(received),
      'Upload-Length': String(length),
      'Upload-Expires': new Date(emptyUntil ?? expiresAt).toUTCString(),
      ...(metadata !== null && { 'Upload-Metadata': metadata }),
      ...(result !== null && { Location: addressOf(request, descriptor, result) }),
    },
    body: stateOf(upload),
  };
}

/** `Prefer: return=representation` (RFC 7240): the state of the upload, and at its end the document. */
function wantsBody(request: ApiRequest): boolean {
  return /(?:^|,)\s*return=representation\s*(?:,|$)/i.test(request.header('prefer') ?? '');
}

/** `PATCH /api/{slug}/uploads/tus/:uploadId`: more bytes; the last ones make the document. */
export async function patchTus(request: ApiRequest, service: Service, route: UploadRoute): Promise<Reply> {
  const { descriptor } = route;
  const { files, upload } = await openUploadOf(request, service, { descriptor, protocol });
  refuseVersion(request);
  if (!isOffsetStream(request)) {
    const got = request.header('content-type') ?? '';
    const why = reason('upload.notOffsetStream', { got: got === '' ? '' : echo(got) });
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', why);
  }
  if (wholeNumberIn(request, 'Upload-Offset') !== upload.received) throw wrongOffset(upload);
  const { offset, document } =
    upload.result === null
      ? await receive(request, service, { files, upload, route })
      : { offset: upload.received, document: await finishedDocument(request, service, { route, upload }) };
  const headers = {
    'Upload-Expires': new Date(upload.expiresAt).toUTCString(),
    'Upload-Offset': String(offset),
    ...(document !== null && { Location: addressOf(request, descriptor, document.id) }),
  };
  if (!wantsBody(request)) return { status: 204, headers, body: null };
  const json = document === null || document.json === null ? null : document.json;
  return { status: 200, headers, body: json ?? stateOf({ ...upload, received: offset, emptyUntil: null }) };
}

/** `DELETE /api/{slug}/uploads/tus/:uploadId`: ends an upload. A document that it has become stays. */
export async function deleteTus(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
): Promise<Reply> {
  const { files, upload } = await openUploadOf(request, service, { descriptor, protocol });
  refuseVersion(request);
  await endBegunUpload(files, upload);
  return { status: 204, body: null };
}

interface Receiving {
  readonly files: FileService;
  readonly upload: UploadState;
  readonly route: UploadRoute;
}

interface Received {
  readonly offset: number;
  /** Null where bytes are missing. */
  readonly document: Pick<DocumentResult, 'id' | 'json'> | null;
}

function receive(
  request: ApiRequest,
  service: Service,
  { files, upload, route }: Receiving,
): Promise<Received> {
  const checksum = checksumOf(request);
  if (Number(request.header('content-length')) > upload.length - upload.received) {
    throw new ServiceError(
      'PAYLOAD_TOO_LARGE',
      reason('upload.moreThanAnnounced', { length: upload.length }),
    );
  }
  return inSlot(files, { descriptor: route.descriptor, isReserved: true }, async () => {
    const held = await files.driver.briefTransaction((connection) =>
      takeUpload(connection, upload, files.clock()),
    );
    if (held === null) throw await notTaken(files, upload);
    const body = new PartedBody(paced(request.bodyParts()));
    try {
      const { offset, last } = await receiveParts({ files, upload, held }, body, checksum);
      if (last === null) return { offset, document: null };
      const finished = { files, upload, held, last, route: routeOf(route, upload) };
      return { offset, document: await finishUpload(request, service, finished) };
    } finally {
      body.close();
    }
  });
}

async function notTaken({ driver }: FileService, upload: UploadState): Promise<ServiceError> {
  const now = await findUpload(driver, upload);
  if (now !== null && now.received !== upload.received) return wrongOffset(now);
  return new ServiceError('UNAVAILABLE', reason('upload.busy'), { retryAfter: 1 });
}

function wrongOffset({ received }: UploadState): ServiceError {
  return new ServiceError('CONFLICT', reason('upload.wrongOffset', { offset: received }));
}

function announced(request: ApiRequest): AnnouncedUpload {
  refuseVersion(request);
  if (request.header('upload-defer-length') !== undefined) {
    throw badInputAt('Upload-Defer-Length', reason('upload.lengthNeeded'));
  }
  if (request.header('upload-concat') !== undefined) {
    throw badInputAt('Upload-Concat', reason('upload.noConcatenation'));
  }
  const metadata = request.header('upload-metadata');
  const { filename, filetype, data, document } = parseUploadMetadata(metadata);
  return {
    filename,
    declaredType: filetype,
    length: wholeNumberIn(request, 'Upload-Length'),
    data,
    replaces: document,
    checksum: null,
    metadata: metadata ?? null,
  };
}

/** @throws ServiceError BAD_USER_INPUT for a header that is no whole number. */
function wholeNumberIn(request: ApiRequest, header: string): number {
  const text = request.header(header.toLowerCase()) ?? '';
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw badInputAt(header, reason('upload.notWholeNumber'));
}

function refuseVersion(request: ApiRequest): void {
  const version = request.header('tus-resumable');
  if (version === tusVersion) return;
  const got = version === undefined ? '' : echo(version);
  throw new ServiceError('UNSUPPORTED_VERSION', reason('upload.otherVersion', { version: got }));
}

function isOffsetStream(request: ApiRequest): boolean {
  return (request.header('content-type') ?? '').toLowerCase() === offsetStream;
}

/** The SHA-256 of `Upload-Checksum`; null where there is no such header. */
function checksumOf(request: ApiRequest): Buffer | null {
  const text = request.header('upload-checksum');
  if (text === undefined) return null;
  const [, encoded] = /^sha256 ([A-Za-z0-9+/]{43}=)$/.exec(text) ?? [];
  if (encoded === undefined) throw badInputAt('Upload-Checksum', reason('upload.badChecksum'));
  return Buffer.from(encoded, 'base64');
}

function addressOf({ mount }: ApiRequest, { slug }: CollectionDescriptor, id: string): string {
  return `${mount}/api/${slug}/${id}`;
}
