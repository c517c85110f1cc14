import { describeConfig } from '../../codegen/describe-config.js';
import { resolveServiceOptions } from '../../config/service-options.js';
import { createDocumentType } from '../../documents/document-type.js';
import { lockInTrash } from '../../documents/trash/lock-in-trash.js';
import { cleanFilename } from '../../files/content/clean-filename.js';
import { createDocumentFiles } from '../../files/records/document-files.js';
import type { LiveFile } from '../../files/records/file-table.js';
import { createPublication } from '../../files/records/publish-addresses.js';
import { type ObjectHeaders, storedAs } from '../../files/serve/file-headers.js';
import type { FileStorage } from '../../files/storage/file-storage.js';
import { addressesOf, openPlaces } from '../../files/storage/open-place.js';
import type { Connection, Driver } from '../../storage/driver.js';
import { systemClock } from '../../util/clock.js';
import { type Project, ProjectError } from '../project.js';
import { openContent } from '../transfer/open-content.js';

/** The files of a project: their records and the places that have their bytes. */
export interface Media {
  readonly driver: Driver;
  /** Places by their names; empty for that of the service. */
  readonly places: ReadonlyMap<string, FileStorage>;
  /** Names of the places whose files browsers read there. */
  readonly publicPlaces: ReadonlySet<string>;
  /** How a place keeps an object of a collection. */
  headersOf(kept: KeptObject): ObjectHeaders;
  /** Whether the document of a file is in the trash. It stays where it is until the transaction ends. */
  isInTrash(connection: Connection, file: Pick<LiveFile, 'collection' | 'document'>): Promise<boolean>;
  /** Gives the document of a file the addresses of where the file is now. */
  publish(file: Pick<LiveFile, 'collection' | 'document'>): Promise<void>;
  close(): Promise<void>;
}

/** An object of a file, in a place. */
export interface KeptObject {
  readonly collection: string;
  /** Name of the place. */
  readonly place: string;
  readonly mimeType: string;
}

/**
 * Opens the files of a project, beside a server too.
 *
 * @throws ConfigError, ProjectError, SchemaError, StorageAway
 */
export async function openMedia(project: Project): Promise<Media> {
  const { files } = resolveServiceOptions(project.config);
  if (files === null) throw new ProjectError('no collection of the config has files.');
  const opened = await openPlaces(files);
  const places = new Map([...opened].map(([name, { storage }]) => [name, storage]));
  const { driver, close } = await openContent(project);
  const contract = describeConfig(project.config);
  const addresses = addressesOf(files);
  const uploads = new Map(contract.collections.map(({ slug, upload }) => [slug, upload]));
  const types = new Map(
    contract.collections.map((descriptor) => [descriptor.slug, createDocumentType(descriptor, undefined)]),
  );
  const publication = createPublication({
    contract,
    driver,
    addresses,
    files: createDocumentFiles(systemClock, addresses),
    clock: systemClock,
    // The service sends the file, until the next copy.
    logError: () => undefined,
  });
  return {
    driver,
    places,
    publicPlaces: new Set(addresses.publicUrls.keys()),
    close,
    headersOf: ({ collection, place, mimeType }) =>
      storedAs({
        filename: cleanFilename('file', mimeType),
        mimeType,
        cacheSeconds: uploads.get(collection)?.cacheSeconds ?? 0,
        isPublic: addresses.publicUrls.has(place),
      }),
    async isInTrash(connection, { collection, document }) {
      const type = types.get(collection);
      return type !== undefined && lockInTrash(connection, type, document);
    },
    async publish(file) {
      if (addresses.publicUrls.size > 0) await publication.publish(file);
    },
  };
}

/**
 * The place that an option names: `storage`, or a name in `storages`.
 *
 * @throws ProjectError
 */
export function placeNamed(
  { places }: Media,
  option: string,
): { readonly name: string; readonly storage: FileStorage } {
  const name = option === 'storage' ? '' : option.replace(/^storages\./, '');
  const storage = places.get(name);
  if (storage !== undefined && option !== '') return { name, storage };
  const known = [...places.keys()].map((each) => (each === '' ? 'storage' : each)).join(', ');
  throw new ProjectError(`there is no storage ${JSON.stringify(option)}: the config has ${known}.`);
}
