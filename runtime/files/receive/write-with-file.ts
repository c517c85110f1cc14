/** Requests that store a document with its file: the routes of collections with `upload`. */
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type { DocumentResult, Validator } from '../../documents/operation.js';
import type { Effect, OwnValues } from '../../documents/write/intent.js';
import { reason } from '../../errors/reasons/reason.js';
import { badInputAt, ServiceError } from '../../errors/service-error.js';
import { echo } from '../../fields/input-issue.js';
import type { ApiRequest, Reply, Service } from '../../http/api.js';
import { requireObject } from '../../http/body/json-object.js';
import { collectionOf, documentIdOf } from '../../http/handlers/addressed-document.js';
import { expectedByBody, expectedByHeader } from '../../http/handlers/conditional-write.js';
import { type AdmittedWrite, admitWriteWith } from '../../http/handlers/document-admission.js';
import { draftValidatorOf, isDraftWrite } from '../../http/handlers/draft-write.js';
import { createdReply, documentReply } from '../../http/handlers/reply.js';
import { refuseParameters } from '../../http/routing/no-parameters.js';
import type { JsonObject } from '../../util/json.js';
import { type FileService, filesOf } from '../open-files.js';
import { makeLive } from '../records/file-table.js';
import { isMultipart, openUpload, type SentUpload } from './sent-upload.js';
import { inSlot } from './slots.js';
import { type ReceivedFile, receiveFile } from './store-file.js';

/** A route that takes files. */
export interface FileRoute {
  readonly descriptor: CollectionDescriptor;
  readonly validator: Validator;
  /** Present with drafts. */
  readonly draftValidator?: Validator | undefined;
}

/** `POST /api/{slug}`: creates a document with the file of the request. */
export function createWithFile(request: ApiRequest, service: Service, route: FileRoute): Promise<Reply> {
  const { descriptor } = route;
  return withUpload(request, service, { route, kind: 'create' }, async ({ write, sent, files }) => {
    if (request.header('idempotency-key') !== undefined) {
      throw badInputAt('Idempotency-Key', reason('idempotencyKey.notForFiles'));
    }
    const isDraft = isDraftWrite(write.draft, descriptor);
    const data = requireObject(await write.body());
    const document = await receiveFile(request, { files, descriptor, sent }, (file) =>
      collectionOf(service, descriptor).write(
        {
          kind: 'create',
          data: named(data, file),
          isDraft,
          validator: validatorOf(route, isDraft),
          own: ownValues(file),
          effects: [live(file)],
        },
        request.context,
      ),
    );
    return createdReply(document, descriptor.slug, request);
  });
}

/** `PATCH /api/{slug}/:id` with a file: replaces the file, and changes the fields that come with it. */
export function updateWithFile(request: ApiRequest, service: Service, route: FileRoute): Promise<Reply> {
  const { descriptor } = route;
  return withUpload(request, service, { route, kind: 'update' }, async ({ write, sent, files }) => {
    const isDraft = isDraftWrite(write.draft, descriptor);
    const id = documentIdOf(request, descriptor);
    const byHeader = expectedByHeader(write.ifMatch);
    const { data, expected } = expectedByBody(requireObject(await write.body()), byHeader);
    const validator = validatorOf(route, isDraft);
    const change = { kind: 'update', id, expected, isDraft, validator } as const;
    const store = (more: { data: JsonObject; own?: OwnValues; effects?: readonly Effect[] }) =>
      collectionOf(service, descriptor).write({ ...change, ...more }, request.context);
    // Writes nothing: the document must be there, in the expected revision, before bytes are read.
    await store({ data: {} });
    const document: DocumentResult = await receiveFile(request, { files, descriptor, sent }, (file) => {
      const other = service.effectsOf({ kind: 'update', descriptor, id, access: write.access }, request);
      return store({ data: named(data, file), own: ownValues(file), effects: [...other, live(file)] });
    });
    return documentReply(document);
  });
}

interface OpenedUpload {
  readonly write: AdmittedWrite;
  readonly sent: SentUpload;
  readonly files: FileService;
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
    const files = filesOf(service);
    return await inSlot(files, descriptor, () => work({ write, sent: opened, files }));
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

function validatorOf({ validator, draftValidator }: FileRoute, isDraft: boolean): Validator {
  return isDraft ? draftValidatorOf(draftValidator) : validator;
}

/** The data with the name of the file, unless they give it another. */
function named(data: JsonObject, { filename }: ReceivedFile): JsonObject {
  return Object.hasOwn(data, 'filename') ? data : { ...data, filename };
}

/** What only the file says. Of the address, the document knows the rest. */
function ownValues({ id, mimeType, bytes, checksum }: ReceivedFile): OwnValues {
  const values = { mimeType, filesize: bytes, checksum, url: id };
  return { names: new Set(Object.keys(values)), values };
}

function live({ id, mimeType, bytes, checksum }: ReceivedFile): Effect {
  return {
    when: 'written',
    async run(connection, { document }) {
      const stored = { id, document: String(document?.['id']), mimeType, bytes, checksum };
      if (document !== null && (await makeLive(connection, stored))) return;
      throw new ServiceError('UNAVAILABLE', reason('upload.expired'), { retryAfter: 1 });
    },
  };
}
