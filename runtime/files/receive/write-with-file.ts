/** Requests that store a document with its file: the routes of collections with `upload`. */
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { reason } from '../../errors/reasons/reason.js';
import { badInputAt, ServiceError } from '../../errors/service-error.js';
import { echo } from '../../fields/input-issue.js';
import type { ApiRequest, Reply, Service } from '../../http/api.js';
import { requireObject } from '../../http/body/json-object.js';
import { documentIdOf } from '../../http/handlers/addressed-document.js';
import { type AdmittedWrite, admitWriteWith } from '../../http/handlers/document-admission.js';
import { createdReply, documentReply } from '../../http/handlers/reply.js';
import {
  expectedByBody,
  expectedByHeader,
  isAutosave,
  isDraftWrite,
} from '../../http/handlers/write-headers.js';
import { refuseParameters } from '../../http/routing/no-parameters.js';
import { filesOf } from '../open-files.js';
import { isMultipart, openUpload, type SentUpload } from './sent-upload.js';
import { inSlot } from './slots.js';
import { checkReplaced, type FileRoute, storeWithFile } from './store-document.js';

/** `POST /api/{slug}`: creates a document with the file of the request. */
export function createWithFile(request: ApiRequest, service: Service, route: FileRoute): Promise<Reply> {
  const { descriptor } = route;
  return withUpload(request, service, { route, kind: 'create' }, async ({ write, sent }) => {
    if (request.header('idempotency-key') !== undefined) {
      throw badInputAt('Idempotency-Key', reason('idempotencyKey.notForFiles'));
    }
    const isDraft = isDraftWrite(write.draft, descriptor);
    const data = requireObject(await write.body());
    const document = await storeWithFile(request, service, {
      route,
      write: { kind: 'create', data, isDraft },
      source: sent,
    });
    return createdReply(document, descriptor.slug, request);
  });
}

/** `PATCH /api/{slug}/:id` with a file: replaces the file, and changes the fields that come with it. */
export function updateWithFile(request: ApiRequest, service: Service, route: FileRoute): Promise<Reply> {
  const { descriptor } = route;
  return withUpload(request, service, { route, kind: 'update' }, async ({ write: admitted, sent }) => {
    const isDraft = isDraftWrite(admitted.draft, descriptor);
    if (isAutosave(request.header('x-autosave'), isDraft)) {
      throw badInputAt('X-Autosave', reason('xAutosave.notForFiles'));
    }
    const id = documentIdOf(request, descriptor);
    const byHeader = expectedByHeader(admitted.ifMatch);
    const { data, expected } = expectedByBody(requireObject(await admitted.body()), byHeader);
    const write = { kind: 'update', id, expected, data, isDraft, access: admitted.access } as const;
    await checkReplaced(request, service, { route, write });
    return documentReply(await storeWithFile(request, service, { route, write, source: sent }));
  });
}

interface OpenedUpload {
  readonly write: AdmittedWrite;
  readonly sent: SentUpload;
}

/** Admits a request, and opens its body. The order of refusals is that of docs/spec/uploads.md#routes. */
async function withUpload(
  request: ApiRequest,
  service: Service,
  { route: { descriptor }, kind }: { readonly route: FileRoute; readonly kind: 'create' | 'update' },
  work: (opened: OpenedUpload) => Promise<Reply>,
): Promise<Reply> {
  let sent: SentUpload | null = null;
  const open = (): SentUpload => {
    sent ??= openSent(request, service, descriptor);
    return sent;
  };
  try {
    const write = await admitWriteWith(request, service, {
      descriptor,
      kind,
      body: async () => await open().data(),
    });
    refuseParameters(request.search);
    const opened = open();
    return await inSlot(filesOf(service), { descriptor }, () => work({ write, sent: opened }));
  } catch (error) {
    filesOf(service).metrics.refused(error);
    throw error;
  } finally {
    (sent as SentUpload | null)?.close();
  }
}

function openSent(request: ApiRequest, service: Service, { upload }: CollectionDescriptor): SentUpload {
  if (!isMultipart(request)) throw notMultipart(request);
  return openUpload(request, {
    dataBytes: service.contract.limits.bodyBytes,
    fileBytes: upload?.maxBytes ?? 0,
  });
}

/** A body of JSON is one that the service reads, but it lacks the file. */
function notMultipart(request: ApiRequest): ServiceError {
  const got = request.header('content-type');
  if (got !== undefined && /^application\/json\b/i.test(got)) {
    return badInputAt('file', reason('upload.fileMissing'));
  }
  const params = got === undefined ? {} : { got: echo(got) };
  return new ServiceError('UNSUPPORTED_MEDIA_TYPE', reason('upload.unsupportedType', params));
}
