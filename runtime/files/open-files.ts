import type { CollectionDescriptor, UploadDescriptor } from '../codegen/descriptors.js';
import type { FilesOptions } from '../config/files-options.js';
import type { BackgroundWork, OpenedParts, Service, ServicePart } from '../http/api.js';
import { isRasterType } from '../util/media-types.js';
import { cleanFilename } from './content/clean-filename.js';
import type { ImageLimits } from './content/image-facts.js';
import type { FileService } from './file-service.js';
import { createFileHiding } from './hidden/file-hiding.js';
import { withHidden } from './hidden/hidden-storage.js';
import { imageMetrics, imagesWaiting } from './image-metrics.js';
import type { ImagePool } from './images/image-pool.js';
import type { SizeMaker } from './images/made-sizes.js';
import { createDocumentFiles } from './records/document-files.js';
import type { FileAddresses } from './records/file-address.js';
import { type LiveFile, storageOfFile } from './records/file-table.js';
import { createPublication, type Publication } from './records/publish-addresses.js';
import { renewAddresses } from './records/renew-addresses.js';
import { createFileRemoval } from './removal/file-removal.js';
import { type ObjectHeaders, storedAs } from './serve/file-headers.js';
import { createKeptOpen } from './serve/kept-open.js';
import { createFileSignatures } from './serve/signatures.js';
import { createSmallFiles } from './serve/small-files.js';
import { addressesOf, openPlaces, optionOfPlace, type Place } from './storage/open-place.js';
import { createStorageHealth } from './storage/storage-health.js';
import { createUploadMetrics, fileBytes } from './upload-metrics.js';

interface FilesPart extends ServicePart {
  readonly files: FileService;
}

/** What the files of a service need of it. */
export interface FileSurroundings
  extends Pick<OpenedParts, 'driver' | 'logError' | 'files' | 'documentFiles' | 'network'> {
  readonly operations: Pick<OpenedParts['operations'], 'clock'>;
  /** Absent for commands, which take no images. */
  readonly contract?: OpenedParts['contract'];
}

/** Opens the places of files, and begins to remove those that nothing names. */
export async function openFiles(opened: FileSurroundings): Promise<ServicePart> {
  const { driver, operations, logError, files: options, network } = opened;
  if (options === null) throw new Error('A collection has files, but the options of files are missing.');
  const images = await openImages(opened.contract, options);
  const opens = await openPlaces(options);
  const places = new Map([...opens].map(([name, place]) => [name, findingHidden(place, driver)]));
  const addresses = addressesOf(options);
  const placeNamed = (name: string): Place => {
    const found = places.get(name);
    if (found === undefined) throw new Error(`There is no storage ${name} in the config any more.`);
    return found;
  };
  const parts = {
    storageOf: ({ upload }: CollectionDescriptor) => placeNamed(upload?.storage ?? '').storage,
    storageNamed: (name: string) => placeNamed(name).storage,
    signerOf: ({ upload }: CollectionDescriptor) => placeNamed(upload?.storage ?? '').sign,
    async placeOf({ upload }: CollectionDescriptor, id: string) {
      // With one place there is nothing to ask.
      const recorded = places.size === 1 ? null : await storageOfFile(driver, id);
      return placeNamed(recorded ?? upload?.storage ?? '');
    },
    options,
    addresses,
    ...signing(options),
    driver,
    clock: operations.clock,
    received: { count: 0 },
    metrics: createUploadMetrics(),
    network: network ?? null,
    images,
    smallFiles: createSmallFiles(),
    keptOpen: createKeptOpen(),
  };
  const publication = await openPublication(opened, addresses);
  const headersOf = createHeadersOf(opened.contract, addresses);
  const sizes = images && (await createSizes(opened, { ...parts, images }, { publication, headersOf }));
  const hiding = createFileHiding({
    ...{ driver, clock: operations.clock, headersOf, logError },
    placeNamed: (name) => (opens.get(name) ?? placeNamed(name)).storage,
    onReturned: async (file) => publication?.publish(file),
  });
  opened.documentFiles?.onMoved?.((documents) =>
    hiding.moved(documents.map(({ descriptor, ids }) => ({ collection: descriptor.slug, documents: ids }))),
  );
  const files: FileService = { ...parts, sizes, hiding };
  const removal = createFileRemoval({ files, logError });
  const health = createStorageHealth(
    new Map([...places].map(([name, { storage }]) => [optionOfPlace(name), storage])),
  );
  const fileOrigins = [...places.values()].flatMap(({ origin }) => origin ?? []);
  const part: FilesPart = {
    files,
    work: together([publication, sizes, hiding, removal, closing(files)].filter((work) => work !== null)),
    away: health,
    fileOrigins,
    mediaOrigins: [...addresses.publicUrls.values()].map((url) => new URL(url).origin),
    metrics: {
      ofProcess: () => [...files.metrics.families(), ...(images === null ? [] : imageMetrics(images.state))],
      ofStore: async () => [
        await fileBytes(driver),
        ...(images === null ? [] : [await imagesWaiting(driver)]),
      ],
    },
  };
  return part;
}

/**
 * The place, with what is hidden in it. What is a file of this machine has no public address, and is never
 * hidden.
 */
function findingHidden(place: Place, driver: OpenedParts['driver']): Place {
  return place.storage.openFile === undefined
    ? { ...place, storage: withHidden(place.storage, driver) }
    : place;
}

type HeadersOf = (file: Pick<LiveFile, 'collection' | 'storage'>, mimeType: string) => ObjectHeaders;

/** What a place keeps beside an object that the service makes or copies. */
function createHeadersOf(contract: FileSurroundings['contract'], { publicUrls }: FileAddresses): HeadersOf {
  const uploads = new Map(contract?.collections.map(({ slug, upload }) => [slug, upload]));
  return ({ collection, storage }, mimeType) =>
    storedAs({
      filename: cleanFilename(isRasterType(mimeType) ? 'image' : 'file', mimeType),
      mimeType,
      cacheSeconds: uploads.get(collection)?.cacheSeconds ?? 0,
      isPublic: publicUrls.has(storage),
    });
}

function signing({ secrets, baseUrl }: FilesOptions): Pick<FileService, 'signatures' | 'baseUrl'> {
  const [secret, ...previous] = secrets;
  return { signatures: secret === undefined ? null : createFileSignatures([secret, ...previous]), baseUrl };
}

/**
 * Opens what decodes images; null where no collection takes any. Starts no process yet: they start with the
 * first image.
 */
export async function openImages(
  contract: OpenedParts['contract'] | undefined,
  { imageWorkers, imageQueue }: FilesOptions,
): Promise<ImagePool | null> {
  if (!contract?.collections.some(({ upload }) => upload?.images !== undefined)) return null;
  const { requireSharp } = await import('./images/require-sharp.js');
  requireSharp(contract);
  const { ImagePool: Pool } = await import('./images/image-pool.js');
  return new Pool({ workers: imageWorkers, maxQueue: imageQueue });
}

/** Documents get the addresses of this config; null where they are all those of the service. */
async function openPublication(
  { contract, driver, operations, logError }: FileSurroundings,
  addresses: FileAddresses,
): Promise<Publication | null> {
  if (contract === undefined) return null;
  await renewAddresses(driver, contract, addresses);
  if (addresses.publicUrls.size === 0) return null;
  const files = createDocumentFiles(operations.clock, addresses);
  return createPublication({ contract, driver, files, addresses, clock: operations.clock, logError });
}

async function createSizes(
  { contract, logError }: FileSurroundings,
  files: Omit<FileService, 'sizes' | 'images' | 'hiding'> & { readonly images: ImagePool },
  { publication, headersOf }: { readonly publication: Publication | null; readonly headersOf: HeadersOf },
): Promise<SizeMaker | null> {
  const { createSizeMaker } = await import('./images/size-maker.js');
  if (contract === undefined) return null;
  const uploadOf = (slug: string): UploadDescriptor | undefined =>
    contract.collections.find((collection) => collection.slug === slug)?.upload;
  const limitsOf = (slug: string): ImageLimits => {
    const found = uploadOf(slug)?.images;
    if (found === undefined) throw new Error(`The collection ${slug} takes no images any more.`);
    return found;
  };
  const sizes = createSizeMaker({
    files,
    pool: files.images,
    limitsOf,
    headersOf,
    onMade: async (live) => publication?.publish(live),
    logError,
  });
  publication?.onWanted(() => sizes.wake());
  return sizes;
}

/** Ends what downloads have left open. */
function closing({ keptOpen }: Pick<FileService, 'keptOpen'>): BackgroundWork {
  return { start: () => undefined, run: async () => undefined, stop: async () => keptOpen.close() };
}

/** One after the other: what is removed is not made any more. */
function together(works: readonly BackgroundWork[]): BackgroundWork {
  return {
    start: () => works.forEach((work) => void work.start()),
    async run() {
      for (const work of works) await work.run();
    },
    stop: async () => void (await Promise.all(works.map((work) => work.stop()))),
  };
}

/** What a service adds for files. */
export function filesOf({ parts }: Service): FileService {
  const part = parts.find((one): one is FilesPart => 'files' in one);
  if (part !== undefined) return part.files;
  throw new Error('The service has no files.');
}
