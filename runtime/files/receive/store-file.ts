/** Takes the bytes of a file into its storage, and the record of it, before there is a document. */
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type { ApiRequest } from '../../http/api.js';
import { expandTypes, isRasterType } from '../../util/media-types.js';
import { openContent } from '../content/open-content.js';
import type { FileService } from '../file-service.js';
import { imageFile } from '../images/image-file.js';
import type { InspectedImage } from '../images/image-messages.js';
import { createFileId } from '../records/file-address.js';
import { abandonFile, forgetFile, keyOf, type StagedFile, stageFile } from '../records/file-table.js';
import { forgetSizesOf, sizeKeyOf, sizesOfFiles } from '../records/size-table.js';
import { storedAs } from '../serve/file-headers.js';
import { asServiceError } from './file-errors.js';
import { countBytes } from './quota.js';

/** A file whose bytes are stored, and that no document names yet. */
export interface ReceivedFile {
  readonly id: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly bytes: number;
  readonly checksum: string;
  /** Null for other files than images. */
  readonly image: InspectedImage | null;
}

/** A file as a client sends it. Its bytes are read once. */
export interface SentFile {
  readonly filename: string;
  /** Its media type; null where the client declares none. */
  readonly declaredType: string | null;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Where the bytes of a file come from: a part of a request, another server, or parts that are stored. */
export interface FileSource {
  /** Opens the file. Called once. */
  file(): Promise<SentFile>;
  /** Called when all bytes were read, before there is a document: refuses what must not follow them. */
  end(): Promise<void>;
}

/** What the bytes of files are stored with. */
export type FileStore = Pick<FileService, 'storageOf' | 'driver' | 'clock' | 'images' | 'addresses'>;

/** A file that is stored for a collection. */
export interface Storing {
  readonly files: FileStore;
  readonly descriptor: CollectionDescriptor;
  readonly source: FileSource;
  /** Whether the quota counts the file already. Default false. */
  readonly isReserved?: boolean;
}

/** A file that is received from a client. */
export interface Receiving extends Storing {
  readonly files: FileService;
  /** Whether the file is stored although the client has disconnected. Default false. */
  readonly outlivesClient?: boolean;
}

/**
 * Receives a file, checks and stores its bytes, and passes it to `use`, which stores the document. What was
 * stored is removed if anything fails, unless a document names it.
 *
 * @throws ServiceError of the file, of the storage, and what `use` throws.
 */
export async function receiveFile<T>(
  request: ApiRequest,
  receiving: Receiving,
  use: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { metrics } = receiving.files;
  const began = performance.now();
  const clientSignal = receiving.outlivesClient === true ? undefined : request.context.clientSignal;
  const stopListening = clientSignal?.onGone(() => controller.abort());
  try {
    return await received(receiving, controller.signal, async (file) => {
      request.logFile({ fileId: file.id, fileBytes: file.bytes, fileType: file.mimeType });
      const used = await use(file);
      metrics.stored({ bytes: file.bytes, milliseconds: performance.now() - began });
      return used;
    });
  } catch (error) {
    const failure = asServiceError(error);
    metrics.refused(failure);
    throw failure;
  } finally {
    stopListening?.();
  }
}

async function received<T>(
  receiving: Receiving,
  signal: AbortSignal,
  use: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  const file = await storeFile(receiving, signal);
  try {
    return await use(file);
  } catch (error) {
    await discardFile(receiving, file.id);
    throw error;
  }
}

/**
 * Checks the bytes of a file and stores them, for a document that is to name it in time: otherwise
 * {@link discardFile} removes it. Nothing stays if it fails.
 *
 * @throws errors of the file, of its source, of the quota and of the storage.
 */
export async function storeFile(
  { files, descriptor, source, isReserved = false }: Storing,
  signal?: AbortSignal,
): Promise<ReceivedFile> {
  const { upload } = descriptor;
  if (upload === undefined) throw new Error(`${descriptor.slug} has no files.`);
  const file = await source.file();
  const content = await openContent(file.bytes, {
    filename: file.filename,
    declaredType: file.declaredType,
    mimeTypes: expandTypes(upload.mimeTypes),
    maxBytes: upload.maxBytes,
    ...(upload.images ?? noImages),
    keepMetadata: upload.images?.keepMetadata ?? false,
  });
  const id = createFileId();
  const staged = { id, collection: descriptor.slug, storage: upload.storage ?? '', createdAt: files.clock() };
  const storage = files.storageOf(descriptor);
  await files.driver.briefTransaction((connection) => stageFile(connection, staged));
  try {
    const { mimeType, filename } = content;
    const { cacheSeconds } = upload;
    const isPublic = files.addresses.publicUrls.has(staged.storage);
    const headers = storedAs({ filename, mimeType, cacheSeconds, isPublic });
    const options = { ...headers, ...(signal && { signal }) };
    const stored = await storage.write(keyOf(staged), content.body, options);
    await source.end();
    if (!isReserved) await countBytes(files, descriptor, { id, bytes: stored.bytes });
    const image = await inspected(files, { descriptor, staged, mimeType });
    return { id, filename, mimeType, image, ...stored };
  } catch (error) {
    await discardFile({ files, descriptor }, id);
    throw error;
  }
}

/** No image comes to these limits. */
const noImages = { maxPixels: 0, maxFrames: 0 };

/**
 * Decodes an image that is stored, as it will be shown: what cannot be decoded is refused. Null for others.
 *
 * @throws InvalidFile, QueueFull
 */
async function inspected(
  { images, storageOf }: FileStore,
  {
    descriptor,
    staged,
    mimeType,
  }: {
    readonly descriptor: CollectionDescriptor;
    readonly staged: StagedFile;
    readonly mimeType: string;
  },
): Promise<InspectedImage | null> {
  const limits = descriptor.upload?.images;
  if (images === null || limits === undefined || !isRasterType(mimeType)) return null;
  const { maxPixels, maxFrames } = limits;
  const file = imageFile(storageOf(descriptor), keyOf(staged));
  return images.inspect({ file, mimeType, maxPixels, maxFrames });
}

/**
 * Removes a file, unless a document has come to name it. If the commit of its document had an unknown end,
 * the row tells. Where that fails, the removal of unfinished uploads does it later.
 */
export async function discardFile(
  { files: { driver, storageOf }, descriptor }: Pick<Storing, 'files' | 'descriptor'>,
  id: string,
): Promise<void> {
  try {
    if (!(await driver.briefTransaction((connection) => abandonFile(connection, id)))) return;
    const storage = storageOf(descriptor);
    const sizes = descriptor.upload?.images?.sizes.length ? await sizesOfFiles(driver, [id]) : [];
    for (const size of sizes) await storage.delete(sizeKeyOf(descriptor.slug, size));
    await storage.delete(keyOf({ collection: descriptor.slug, id }));
    await driver.briefTransaction(async (connection) => {
      if (sizes.length > 0) await forgetSizesOf(connection, id);
      await forgetFile(connection, id);
    });
  } catch {
    // The error of the upload is the one to report.
  }
}
