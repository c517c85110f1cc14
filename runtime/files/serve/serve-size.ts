/** Images in one of their sizes, which are made when they are not there yet. */
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type { ApiRequest, Reply, Service } from '../../http/api.js';
import { cleanFilename } from '../content/clean-filename.js';
import { InvalidFile } from '../content/content-errors.js';
import { isSizeOfConfig, sizesOf } from '../images/image-sizes.js';
import { filesOf } from '../open-files.js';
import { asServiceError } from '../receive/file-errors.js';
import { requesterKeyOf } from '../receive/requester-key.js';
import { findLiveFile, type LiveFile } from '../records/file-table.js';
import { findSize, loseSize, type SizeRow, sizeKeyOf, type WantedSize } from '../records/size-table.js';
import { FileMissing } from '../storage/file-storage.js';
import { addressedFile, admittedToFile, noFile, refuseTrashed } from './admitted-file.js';
import { checkSignature } from './check-signature.js';
import { isOpenToAll } from './file-access.js';
import { fileParameters } from './file-parameters.js';
import type { NamedFile } from './find-file.js';
import { keptOrSent } from './kept-files.js';
import { replyWithFile, type Serving } from './reply-with-file.js';
import { IncompleteFile } from './small-files.js';

/** Whether the images of a collection have sizes. */
export function hasSizes({ upload }: CollectionDescriptor): boolean {
  return (upload?.images?.sizes.length ?? 0) > 0;
}

/** `GET .../file/:fileId/:size/:filename`. The name of the file is a label: any name is served. */
export async function serveSize(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
): Promise<Reply> {
  if (request.search.includes('signature=') && filesOf(service).signatures !== null) {
    return serveSignedSize(request, service, descriptor);
  }
  const of = await admittedToFile(request, service, descriptor);
  const plan = { document: descriptor, scope: service.scope, known: ['download'] };
  const { isDownload } = fileParameters(request, plan);
  const { size = '' } = request.params;
  return keptOrSent(request, service, of, async () => {
    const file = await addressedFile(request, service, of);
    const isPublic = file.isPublished && isOpenToAll(descriptor, 'size');
    const served = { descriptor, document: of.document, file, size, isPublic, isDownload };
    const reply = await replyWithSize(request, service, served);
    // Without its hash, the address stays when the image looks different. Nothing keeps a redirect anyway.
    const isKept = size.includes('-') || !isPublic || reply.status === 302;
    const headers = isKept ? reply.headers : { ...reply.headers, 'Cache-Control': 'no-cache' };
    return { reply: { ...reply, ...(headers && { headers }) }, file };
  });
}

async function serveSignedSize(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
): Promise<Reply> {
  request.decided();
  const { signedSeconds, isDownload } = checkSignature(request, service, descriptor);
  const { id: document = '', fileId = '', size = '', filename = '' } = request.params;
  await refuseTrashed(service, descriptor, document);
  const { driver } = filesOf(service);
  const live = await findLiveFile(driver, { id: fileId, collection: descriptor.slug, document });
  const row = live && (await findSize(driver, { file: fileId, name: size }));
  if (live === null || row === null) throw noFile();
  const serving = { descriptor, filename, isPublic: false, isDownload, signedSeconds };
  return replyWithMade(request, service, { ...serving, live, wanted: row });
}

/** An image in a view of its document, and the size that is requested. */
export interface ServedSize extends Pick<Serving, 'descriptor' | 'isPublic' | 'isDownload'> {
  readonly document: string;
  readonly file: NamedFile;
  /** `<size>-<hash>`, or `<size>` for the one that the view names. */
  readonly size: string;
}

/** @throws ServiceError NOT_FOUND if there is no such size. */
export async function replyWithSize(
  request: ApiRequest,
  service: Service,
  { document, file, size, ...serving }: ServedSize,
): Promise<Reply> {
  const { descriptor } = serving;
  const { driver } = filesOf(service);
  const named = sizesOf(descriptor, file.image).find(({ name, spec }) => name === size || spec.name === size);
  // A size of a former config or focal point stays while its bytes are there. What a request asked for is
  // read by its options alone: who may read the file is decided there.
  const mayBeFormer = named === undefined && isSizeOfConfig(size);
  const former = mayBeFormer ? await findSize(driver, { file: file.id, name: size }) : null;
  const wanted = named === undefined ? madeOnly(former) : { ...named, file: file.id };
  const live = wanted && (await findLiveFile(driver, { id: file.id, collection: descriptor.slug, document }));
  if (wanted === null || live === null) throw noFile();
  return replyWithMade(request, service, { ...serving, filename: file.filename, live, wanted });
}

function madeOnly(row: SizeRow | null): SizeRow | null {
  return row?.made == null ? null : row;
}

/** A size, and the image that it is made of. */
export interface MadeServing extends Omit<Serving, 'found' | 'key'> {
  readonly filename: string;
  readonly live: LiveFile;
  readonly wanted: WantedSize;
}

/** The response with a size, which is made first where it is not there. */
export async function replyWithMade(
  request: ApiRequest,
  service: Service,
  { live, wanted, filename, ...serving }: MadeServing,
): Promise<Reply> {
  const { sizes, driver } = filesOf(service);
  if (sizes === null) throw noFile();
  const reply = async (): Promise<Reply> => {
    const { made } = await (isSizeOfConfig(wanted.name)
      ? sizes.ensure(live, wanted)
      : sizes.transform(live, wanted, {
          requester: await requesterKeyOf(request),
          clientSignal: request.context.clientSignal,
        }));
    if (made === null) throw noFile();
    const { mimeType, bytes } = made;
    const hash = wanted.name.slice(wanted.name.indexOf('-') + 1);
    return replyWithFile(request, service, {
      ...serving,
      key: sizeKeyOf(live.collection, wanted),
      found: {
        id: live.id,
        filename: cleanFilename(filename, mimeType),
        mimeType,
        bytes,
        checksum: `${live.checksum}-${hash}`,
      },
    });
  };
  try {
    return await reply().catch(async (error: unknown) => {
      if (!isMissing(error)) throw error;
      // Something else has removed or replaced the bytes: they can be made again.
      await driver.briefTransaction((connection) => loseSize(connection, wanted));
      return reply();
    });
  } catch (error) {
    if (error instanceof InvalidFile) throw noFile();
    throw asServiceError(error);
  }
}

function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.cause instanceof FileMissing || error.cause instanceof IncompleteFile;
}
