/**
 * The step from bytes to a document, whatever way the bytes come: checked and stored as a file, which a
 * document then names in the transaction that makes the file live.
 */
import type { DocumentAccess } from '../../access/document-access.js';
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type { DocumentResult, Validator } from '../../documents/operation.js';
import type { CreateIntent, Effect, ExpectedRevisions, UpdateIntent } from '../../documents/write/intent.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { ApiRequest, Service } from '../../http/api.js';
import { collectionOf } from '../../http/handlers/addressed-document.js';
import { draftValidatorOf } from '../../http/handlers/write-headers.js';
import { deadlineIn } from '../../util/deadline.js';
import type { JsonObject } from '../../util/json.js';
import { isRasterType } from '../../util/media-types.js';
import { cleanFilename } from '../content/clean-filename.js';
import type { FileService } from '../file-service.js';
import { imageOf, sizesOf } from '../images/image-sizes.js';
import { filesOf } from '../open-files.js';
import { createFileId } from '../records/file-address.js';
import { makeLive } from '../records/file-table.js';
import { ownValues } from './own-values.js';
import { type FileSource, type ReceivedFile, receiveFile } from './store-file.js';

/** A route that takes files. */
export interface FileRoute {
  readonly descriptor: CollectionDescriptor;
  readonly validator: Validator;
  /** Present with drafts. */
  readonly draftValidator?: Validator | undefined;
}

interface WriteData {
  readonly data: JsonObject;
  readonly isDraft: boolean;
}

/** A document that is created with a file. */
export interface FileCreation extends WriteData {
  readonly kind: 'create';
}

/** A document whose file is replaced. */
export interface FileReplacement extends WriteData {
  readonly kind: 'update';
  readonly id: string;
  readonly expected: ExpectedRevisions;
  /** The rights of the requester; null without `auth` in the config. */
  readonly access: DocumentAccess | null;
}

/** A write of a document that brings a file. The requester has been admitted. */
export type FileWrite = FileCreation | FileReplacement;

/** What a write of either kind is made of. */
export interface FileWriteParts extends WriteData, Pick<FileReplacement, 'expected' | 'access'> {
  /** The document whose file is replaced; null where one is created. */
  readonly replaces: string | null;
}

/** The write of a file, which creates a document unless it replaces the file of one. */
export function fileWriteOf({ replaces, data, expected, isDraft, access }: FileWriteParts): FileWrite {
  if (replaces === null) return { kind: 'create', data, isDraft };
  return { kind: 'update', id: replaces, expected, data, isDraft, access };
}

/** A write, its route, and the bytes. */
export interface WriteWithFile {
  readonly route: FileRoute;
  readonly write: FileWrite;
  readonly source: FileSource;
  /** As {@link Receiving.outlivesClient}. */
  readonly outlivesClient?: boolean;
  /** As {@link Receiving.isReserved}. */
  readonly isReserved?: boolean;
  /** What happens in the transaction of the document besides. */
  readonly effects?: readonly Effect[];
}

/**
 * Refuses the replacement of the file of a document that is not there, or in another revision, before bytes
 * are read. Writes nothing.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, CONFLICT
 */
export async function checkReplaced(
  request: ApiRequest,
  service: Service,
  { route, write }: { readonly route: FileRoute; readonly write: FileReplacement },
): Promise<void> {
  const { id, expected, isDraft } = write;
  const validator = validatorOf(route, isDraft);
  const intent = { kind: 'update', id, expected, isDraft, data: {}, validator } as const;
  await collectionOf(service, route.descriptor).write(intent, request.context);
}

/** What a client says of a file whose bytes it has not sent yet. */
export interface AnnouncedFile {
  readonly filename: string;
  readonly declaredType: string | null;
  readonly length: number;
}

/**
 * Does a write as far as it can be done without the bytes, and undoes it: the client learns what is wrong
 * with its data before it sends the file. Hooks of the config run, as in a trial of many writes.
 *
 * @throws ServiceError of the write.
 */
export async function tryWithFile(
  request: ApiRequest,
  service: Service,
  {
    route,
    write,
    announced,
  }: { readonly route: FileRoute; readonly write: FileWrite; readonly announced: AnnouncedFile },
): Promise<void> {
  const mimeType = announced.declaredType ?? 'application/octet-stream';
  const filename = cleanFilename(announced.filename, mimeType);
  const file: ReceivedFile = {
    id: createFileId(),
    filename,
    mimeType,
    bytes: announced.length,
    checksum: unknownChecksum,
    image: mayBeImage(mimeType) ? unknownImage : null,
  };
  const intent = intentOf(request, service, { route, write, file });
  const { descriptor } = route;
  const documents = [{ descriptor, ids: write.kind === 'create' ? [] : [write.id], deletes: false }];
  const trial = { isTrial: true, documents, deadline: deadlineIn(service.requestTimeout) };
  await service.operations.together(trial, async (joined) => ({
    result: await joined.collection(descriptor).write({ ...intent, effects: [] }, request.context),
  }));
}

/** A client may declare no type. */
function mayBeImage(mimeType: string): boolean {
  return isRasterType(mimeType) || mimeType === 'application/octet-stream';
}

const unknownImage: ReceivedFile['image'] = { width: 1, height: 1, frames: 1, thumbhash: 'AA==' };

const unknownChecksum = `sha256-${'A'.repeat(43)}=`;

/**
 * Reads, checks and stores the bytes, then writes the document. If anything fails, neither stays.
 *
 * @throws ServiceError of the file, of its storage, and of the write.
 */
export async function storeWithFile(
  request: ApiRequest,
  service: Service,
  { route, write, source, outlivesClient = false, isReserved = false, effects = [] }: WriteWithFile,
): Promise<DocumentResult> {
  const { descriptor } = route;
  const files = filesOf(service);
  const receiving = { files, descriptor, source, outlivesClient, isReserved };
  const document = await receiveFile(request, receiving, async (file) => {
    const intent = intentOf(request, service, { route, write, file });
    if (!write.isDraft) await makePublicSizes(files, { descriptor, file, data: intent.data });
    const all = [...(intent.effects ?? []), ...effects, live(file)];
    return collectionOf(service, descriptor).write({ ...intent, effects: all }, request.context);
  });
  files.sizes?.wake();
  return document;
}

/**
 * Where everyone reads the sizes of an image without the service, they are there before the document: nothing
 * would make them when they are requested.
 *
 * @throws InvalidFile, ImageProcessEnded, and errors of the storage.
 */
async function makePublicSizes(
  { sizes, addresses }: FileService,
  {
    descriptor,
    file,
    data,
  }: { readonly descriptor: CollectionDescriptor; readonly file: ReceivedFile; readonly data: JsonObject },
): Promise<void> {
  const { slug, upload } = descriptor;
  const storage = upload?.storage ?? '';
  if (sizes === null || !addresses.publicUrls.has(storage)) return;
  const wanted = sizesOf(descriptor, imageOf({ ...data, ...file.image, mimeType: file.mimeType }));
  if (wanted.length === 0) return;
  const source = { ...file, collection: slug, document: '', storage };
  await sizes.makeFirst(
    source,
    wanted.map((size) => ({ ...size, file: file.id })),
  );
}

/** The write of a document that gets a file, with what happens besides in any such change. */
function intentOf(
  request: ApiRequest,
  service: Service,
  { route, write, file }: Pick<WriteWithFile, 'route' | 'write'> & { readonly file: ReceivedFile },
): CreateIntent | UpdateIntent {
  const { descriptor } = route;
  const stored = {
    data: named(write.data, file),
    isDraft: write.isDraft,
    validator: validatorOf(route, write.isDraft),
    own: ownValues(file, descriptor),
  };
  if (write.kind === 'create') return { ...stored, kind: 'create' };
  const { id, expected, access } = write;
  const effects = service.effectsOf({ kind: 'update', descriptor, id, access }, request);
  const data = refocused(stored.data, descriptor);
  return { ...stored, data, kind: 'update', id, expected, effects };
}

function validatorOf({ validator, draftValidator }: FileRoute, isDraft: boolean): Validator {
  return isDraft ? draftValidatorOf(draftValidator) : validator;
}

/** The data with the name of the file, unless they give it another. */
function named(data: JsonObject, { filename }: ReceivedFile): JsonObject {
  return Object.hasOwn(data, 'filename') ? data : { ...data, filename };
}

/** The focal point of another image means nothing: it is the middle again unless the data name one. */
function refocused(data: JsonObject, { fields }: CollectionDescriptor): JsonObject {
  const focal = fields.filter(({ path }) => path === 'focalX' || path === 'focalY');
  return { ...Object.fromEntries(focal.map(({ name, default: middle = null }) => [name, middle])), ...data };
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
