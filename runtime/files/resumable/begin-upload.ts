/** The begin of an upload that arrives in several requests, and what the requests that follow ask first. */
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { notFound } from '../../documents/not-found.js';
import { reason } from '../../errors/reasons/reason.js';
import { issueAt, ServiceError } from '../../errors/service-error.js';
import { echo } from '../../fields/input-issue.js';
import type { ApiRequest, Service } from '../../http/api.js';
import { requireObject } from '../../http/body/json-object.js';
import { documentsOf } from '../../http/handlers/addressed-document.js';
import { requestedWriteOf } from '../../http/handlers/document-admission.js';
import { expectedByBody, expectedByHeader, isDraftWrite } from '../../http/handlers/write-headers.js';
import { refuseParameters } from '../../http/routing/no-parameters.js';
import { authorizeDocuments } from '../../http/security/authorize.js';
import { isDocumentId } from '../../util/ids.js';
import { expandTypes, plainType } from '../../util/media-types.js';
import { mayBeTaken } from '../content/choose-type.js';
import type { FileService } from '../file-service.js';
import { filesOf } from '../open-files.js';
import { holdsLong, recordUpload, refuseOverQuota } from '../receive/quota.js';
import { ownerOf, requesterKey } from '../receive/requester-key.js';
import { fileWriteOf, tryWithFile } from '../receive/store-document.js';
import { createFileId, isFileId } from '../records/file-address.js';
import type { UploadPart } from './part-table.js';
import { routeOf, type UploadRoute } from './upload-route.js';
import {
  emptyFor,
  findUpload,
  type NewUpload,
  type UploadProtocol,
  type UploadState,
} from './upload-table.js';

/** What a client says of a file before it sends it. Nothing of it is checked. */
export interface AnnouncedUpload {
  readonly filename: string;
  readonly declaredType: string | null;
  readonly length: number;
  /** The data of the document. */
  readonly data: unknown;
  /** The document whose file it replaces; null for a new one. */
  readonly replaces: string | null;
  /** `sha256-<base64>` of the file. */
  readonly checksum: string | null;
  readonly metadata: string | null;
}

export interface BeginOptions {
  readonly route: UploadRoute;
  readonly protocol: UploadProtocol;
  /** Reads what the client says. Its error is thrown only for a requester who may send files. */
  readonly announced: () => AnnouncedUpload | Promise<AnnouncedUpload>;
  /** The parts that clients store at signed addresses; null where the server takes them. */
  readonly signed?: ((length: number) => readonly Omit<UploadPart, 'bytes'>[]) | null;
}

const hour = 3_600_000;
/** As `emptyFor`, of uploads whose bytes go to the storage, so that the server does not see them arrive. */
const emptyForSigned = hour;
/** No signed address is valid for longer: 7 days. */
const maxSignature = 168 * hour;
/** Clients that store bytes at signed addresses are this fast at least, in bytes of a second. */
const slowest = 64 * 1024;

/**
 * Admits a requester, checks all that can be checked without the bytes, and records the upload.
 *
 * @throws ServiceError of the admission, then of what was announced, then of the write.
 */
export async function beginUpload(
  request: ApiRequest,
  service: Service,
  { route, protocol, announced, signed = null }: BeginOptions,
): Promise<NewUpload> {
  const { descriptor } = route;
  const access = await authorizeDocuments(request, service);
  const { file, error } = await attempt(announced);
  const replaces = file?.replaces ?? null;
  const draft = request.header('x-draft');
  const ifMatch = request.header('if-match');
  if (access !== null) {
    const admitted = requestedWriteOf({
      id: replaces,
      data: async () => known(file, error).data,
      isDraft: draft === 'true',
      expectsRevision: ifMatch !== undefined,
    });
    await documentsOf(service, descriptor).admit(admitted, request.context);
  }
  refuseParameters(request.search);
  const { filename, declaredType, length, checksum, metadata, ...rest } = known(file, error);
  refuseSize(descriptor, length);
  refuseType(descriptor, declaredType);
  const files = filesOf(service);
  await refuseOverQuota(files, descriptor, length);
  const isDraft = isDraftWrite(draft, descriptor);
  const { data, expected } = expectedByBody(requireObject(rest.data), expectedByHeader(ifMatch));
  if (replaces !== null && !isDocumentId(replaces)) throw notFound(descriptor.slug, replaces);
  const write = fileWriteOf({ replaces, data, expected, isDraft, access });
  await tryWithFile(request, service, {
    route: routeOf(route, { replaces }),
    write,
    announced: { filename, declaredType, length },
  });
  const now = files.clock();
  const lasts = files.options.stagingHours * hour;
  const signedUntil = signed === null ? null : now + Math.min(lasts, maxSignature, signedFor(length));
  const expiresAt =
    signedUntil ?? now + (holdsLong(descriptor, length) ? Math.min(lasts, movingFor(length)) : lasts);
  const owner = ownerOf(await request.requester());
  const upload: NewUpload = {
    id: createFileId(),
    collection: descriptor.slug,
    owner,
    requester: requesterKey(owner, request.origin.countedAs),
    protocol,
    storage: descriptor.upload?.storage ?? '',
    ...{ filename, declaredType, length, checksum, metadata, isDraft, replaces },
    data: JSON.stringify(data),
    expected: expected === 'any' ? null : JSON.stringify(expected),
    expiresAt,
    signedUntil,
    emptyUntil: Math.min(expiresAt, now + (signed === null ? emptyFor : emptyForSigned)),
  };
  await recordUpload(files, descriptor, { upload, parts: signed?.(length) ?? [] });
  return upload;
}

/**
 * How long addresses of the storage are valid. Nobody can take them back: an upload that ends earlier counts
 * as long as they take bytes.
 */
function signedFor(length: number): number {
  return hour + Math.ceil(length / slowest) * 1000;
}

/**
 * The upload of the path, if it is the requester's.
 *
 * @throws ServiceError UNAUTHENTICATED, NOT_FOUND, GONE
 */
export async function openUploadOf(
  request: ApiRequest,
  service: Service,
  { descriptor, protocol }: { readonly descriptor: CollectionDescriptor; readonly protocol: UploadProtocol },
): Promise<{ readonly files: FileService; readonly upload: UploadState }> {
  await authorizeDocuments(request, service);
  const files = filesOf(service);
  const { uploadId: id = '' } = request.params;
  const owner = ownerOf(await request.requester());
  const collection = descriptor.slug;
  const upload = isFileId(id) ? await findUpload(files.driver, { id, collection, owner, protocol }) : null;
  // The rows of an upload that was ended may stay for a while: `expiresAt` is 0 in them.
  if (upload === null || upload.expiresAt === 0)
    throw new ServiceError('NOT_FOUND', reason('upload.notFound'));
  if (upload.expiresAt <= files.clock()) throw new ServiceError('GONE', reason('upload.gone'));
  refuseParameters(request.search);
  return { files, upload };
}

/** How long an upload may take that holds most of a quota: others wait for its end. */
function movingFor(length: number): number {
  return emptyFor + Math.ceil(length / slowest) * 1000;
}

interface Attempt {
  readonly file: AnnouncedUpload | null;
  readonly error: unknown;
}

async function attempt(announced: BeginOptions['announced']): Promise<Attempt> {
  try {
    return { file: await announced(), error: null };
  } catch (error) {
    return { file: null, error };
  }
}

function known(file: AnnouncedUpload | null, error: unknown): AnnouncedUpload {
  if (file === null) throw error;
  return file;
}

/** @throws ServiceError PAYLOAD_TOO_LARGE, INVALID_FILE for an empty file. */
function refuseSize({ upload }: CollectionDescriptor, length: number): void {
  const max = upload?.maxBytes ?? 0;
  if (length > max) throw new ServiceError('PAYLOAD_TOO_LARGE', reason('file.tooLarge', { max }));
  if (length > 0) return;
  const details = [issueAt('file', reason('file.empty'))];
  throw new ServiceError('INVALID_FILE', reason('issues.first'), { details });
}

/** What no bytes of a file could change is refused before they are sent. */
function refuseType({ upload }: CollectionDescriptor, declaredType: string | null): void {
  const types = expandTypes(upload?.mimeTypes ?? []);
  if (mayBeTaken(declaredType, types)) return;
  const found = echo(plainType(declaredType ?? ''));
  throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', reason('file.unlistedType', { found, types }));
}
