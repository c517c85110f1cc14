/**
 * Direct uploads (docs/spec/uploads.md#routes): a client announces a file, stores its bytes in parts, in the
 * bucket itself where the storage signs addresses, and then asks for the document.
 */
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type { DocumentResult } from '../../documents/operation.js';
import { reason } from '../../errors/reasons/reason.js';
import { badInput, ServiceError } from '../../errors/service-error.js';
import type { ApiRequest, Reply, Service } from '../../http/api.js';
import { createdReply, documentReply } from '../../http/handlers/reply.js';
import { entityTag } from '../../http/transport/entity-tags.js';
import type { FileService } from '../file-service.js';
import { filesOf } from '../open-files.js';
import { paced } from '../receive/paced.js';
import { inSlot } from '../receive/slots.js';
import { createFileId } from '../records/file-address.js';
import { beginUpload, openUploadOf } from '../resumable/begin-upload.js';
import { finishUpload } from '../resumable/finish-upload.js';
import { finishedDocument } from '../resumable/finished-document.js';
import { partKeyOf, replacePart, type UploadPart } from '../resumable/part-table.js';
import { bytesType, removeParts, storePart } from '../resumable/receive-parts.js';
import { endBegunUpload } from '../resumable/upload-removal.js';
import { routeOf, type UploadRoute } from '../resumable/upload-route.js';
import { stateOf } from '../resumable/upload-state.js';
import { findUpload, takeUpload, type UploadState } from '../resumable/upload-table.js';
import { announcedIn } from './announcement.js';
import { requireAllParts } from './arrived-parts.js';
import { type PlannedPart, plannedParts } from './planned-parts.js';

const protocol = 'direct';

/** A request that stores a part. */
interface PartRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly from: number;
  readonly to: number;
}

/** `POST /api/{slug}/uploads`: begins an upload, and says where its parts are to be stored. */
export async function createDirect(
  request: ApiRequest,
  service: Service,
  route: UploadRoute,
): Promise<Reply> {
  const { descriptor } = route;
  const sign = filesOf(service).signerOf(descriptor);
  const rows: Omit<UploadPart, 'bytes'>[] = [];
  const upload = await beginUpload(request, service, {
    route,
    protocol,
    announced: () => announcedIn(request),
    signed:
      sign &&
      ((length) => {
        rows.push(...plannedParts(length).map(({ from }) => ({ id: createFileId(), start: from })));
        return rows;
      }),
  });
  const planned = plannedParts(upload.length);
  const parts: readonly PartRequest[] =
    sign === null || upload.signedUntil === null
      ? planned.map(({ number, from, to }) => ({
          url: partAddress(request, upload, number),
          headers: {},
          from,
          to,
        }))
      : await Promise.all(
          planned.map(async ({ from, to }, index) => {
            const expiresIn = Math.floor((Number(upload.signedUntil) - filesOf(service).clock()) / 1000);
            const put = { expiresIn, bytes: to - from, contentType: bytesType };
            const { url, headers } = await sign(partKeyOf(upload, rows[index]?.id ?? ''), put);
            // Scripts in a browser may not set `Content-Length`: the browser sends the length of the body.
            const { 'content-length': _, ...others } = headers;
            return { url, headers: others, from, to };
          }),
        );
  const body = { uploadId: upload.id, parts, expiresAt: new Date(upload.expiresAt).toISOString() };
  return { status: 201, headers: { 'Cache-Control': 'no-store' }, body: JSON.stringify(body) };
}

function partAddress({ mount }: ApiRequest, { collection, id }: UploadIdentity, number: number): string {
  return `${mount}/api/${collection}/uploads/${id}/parts/${number}`;
}

type UploadIdentity = Pick<UploadState, 'id' | 'collection'>;

/** `PUT /api/{slug}/uploads/:uploadId/parts/:part`: the bytes of a part, in the place of any before. */
export async function storeDirectPart(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
): Promise<Reply> {
  const { files, upload } = await openUploadOf(request, service, { descriptor, protocol });
  const { part: number = '' } = request.params;
  const planned = plannedParts(upload.length).find((each) => String(each.number) === number);
  if (planned === undefined || upload.signedUntil !== null || upload.result !== null) {
    throw new ServiceError('NOT_FOUND', reason('upload.noPart'));
  }
  const said = request.header('content-length');
  if (said !== undefined && Number(said) !== planned.to - planned.from) throw otherLength(planned);
  return inSlot(files, { descriptor, isReserved: true }, async () => {
    const bytes = wholePart(paced(request.bodyParts()), planned);
    const stored = await storePart({ files, upload }, planned.from, bytes);
    const replaced = await files.driver.briefTransaction((connection) =>
      replacePart(connection, upload.id, stored, files.clock()),
    );
    await removeParts(files, upload, replaced === null ? [stored] : replaced.map((id) => ({ id })));
    if (replaced === null) throw busy();
    const { from, to } = planned;
    return { status: 200, body: JSON.stringify({ from, to }) };
  });
}

/** The bytes of a part, which are as many as planned. */
async function* wholePart(body: AsyncIterable<Uint8Array>, planned: PlannedPart): AsyncGenerator<Uint8Array> {
  let left = planned.to - planned.from;
  for await (const chunk of body) {
    left -= chunk.byteLength;
    if (left < 0) throw otherLength(planned);
    yield chunk;
  }
  if (left > 0) throw otherLength(planned);
}

function otherLength({ from, to }: PlannedPart): ServiceError {
  return badInput(reason('upload.partBytes', { bytes: to - from }));
}

/** `POST /api/{slug}/uploads/:uploadId/complete`: the document, once all parts are stored. */
export async function completeDirect(
  request: ApiRequest,
  service: Service,
  route: UploadRoute,
): Promise<Reply> {
  const { descriptor } = route;
  const { files, upload } = await openUploadOf(request, service, { descriptor, protocol });
  if (upload.result !== null) return repeated(request, service, { route, upload });
  const document = await inSlot(files, { descriptor, isReserved: true }, () =>
    finish(request, service, { files, route, upload }),
  );
  return upload.replaces === null
    ? createdReply(document, descriptor.slug, request)
    : documentReply(document);
}

interface Finishing {
  readonly files: FileService;
  readonly route: UploadRoute;
  readonly upload: UploadState;
}

async function finish(
  request: ApiRequest,
  service: Service,
  { files, route, upload }: Finishing,
): Promise<DocumentResult> {
  await requireAllParts(files, upload).catch(async (error: unknown) => {
    // Another end of it has made the document in between, and parts of a made document are removed.
    const now = await findUpload(files.driver, upload);
    throw now?.result === null ? error : busy();
  });
  const held = await files.driver.briefTransaction((connection) =>
    takeUpload(connection, upload, files.clock()),
  );
  if (held === null) throw busy();
  const finished = { files, upload, held, last: [], route: routeOf(route, upload) };
  return finishUpload(request, service, finished).catch((error: unknown) => {
    // Another end of it came a moment later, before this one had begun.
    throw error instanceof ServiceError && error.reason === 'upload.takenOver' ? busy() : error;
  });
}

/** A repeated end gets the document that the first one made, whose response may have been lost. */
async function repeated(
  request: ApiRequest,
  service: Service,
  { route, upload }: Pick<Finishing, 'route' | 'upload'>,
): Promise<Reply> {
  const { id, json, revision } = await finishedDocument(request, service, { route, upload });
  const location = { Location: `${request.mount}/api/${route.descriptor.slug}/${id}` };
  if (json === null || revision === null) return { status: 200, headers: location, body: stateOf(upload) };
  return { status: 200, headers: { ...location, ETag: entityTag(revision) }, body: json };
}

function busy(): ServiceError {
  return new ServiceError('UNAVAILABLE', reason('upload.busy'), { retryAfter: 1 });
}

/** `DELETE /api/{slug}/uploads/:uploadId`: ends an upload. A document that it has become stays. */
export async function deleteDirect(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
): Promise<Reply> {
  const { files, upload } = await openUploadOf(request, service, { descriptor, protocol });
  await endBegunUpload(files, upload);
  return { status: 204, body: null };
}
