import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type {
  AddressedState,
  DocumentFiles,
  OwnersOfFiles,
  WrittenFiles,
} from '../../documents/document-files.js';
import type { StoredDocument } from '../../documents/document-model.js';
import { sameJson } from '../../documents/write/write-statements.js';
import { reason } from '../../errors/reasons/reason.js';
import { badInputAt } from '../../errors/service-error.js';
import type { Connection } from '../../storage/driver.js';
import type { Clock } from '../../util/clock.js';
import type { JsonValue } from '../../util/json.js';
import { cleanFilename } from '../content/clean-filename.js';
import { imageOf, type NamedSize, sizesOf } from '../images/image-sizes.js';
import { type FileAddresses, fileAddress, fileIdIn, sizeAddress } from './file-address.js';
import { keyOf, liveFilesOf, markDead, markDeadOf } from './file-table.js';
import { hideFilesOf, returnFilesOf } from './hidden-table.js';
import { knownAddresses, type PublicAddress, publicAddresses, readdressed } from './public-addresses.js';
import { sizeKeyOf } from './size-table.js';
import { forgetVersionFiles, recordVersionFiles } from './version-files.js';
import { wantSizesOf } from './wanted-sizes.js';

/** Keeps documents and the table of files in step, in the transactions of documents. */
export function createDocumentFiles(clock: Clock, addresses: FileAddresses): DocumentFiles {
  const { baseUrl, publicUrls } = addresses;
  let moved: NonNullable<DocumentFiles['moved']> = async () => undefined;
  return {
    complete: (descriptor, document) =>
      complete(descriptor, document, { baseUrl, publicAddress: knownAddresses(addresses, document) }),
    ...(publicUrls.size > 0 && {
      async readdress(connection: Connection, { descriptor, state }: AddressedState) {
        const { published } = state;
        const publicAddress = await publicAddresses(connection, addresses, { descriptor, published });
        return readdressed(state, (document) => {
          const now = complete(descriptor, document, { baseUrl, publicAddress });
          return sameJson(now, document) ? document : now;
        });
      },
      trashed: (connection: Connection, { descriptor, ids }: OwnersOfFiles) =>
        hideFilesOf(
          connection,
          { collection: descriptor.slug, documents: ids, storages: [...publicUrls.keys()] },
          clock(),
        ),
    }),
    moved: (documents) => moved(documents),
    onMoved(call) {
      moved = call;
    },
    async written(connection, written) {
      const { descriptor, id, after } = written;
      checkAlt(descriptor, after.published);
      const live = await liveFilesOf(connection, { collection: descriptor.slug, document: id });
      const views = [after.published, after.pending?.document ?? null].filter((view) => view !== null);
      await wantSizesOf(connection, { descriptor, documents: views, files: live }, clock());
      if (live.length === 0) return;
      const named = await namedFiles(connection, written);
      await markDead(
        connection,
        live.filter((file) => !named.has(file)),
        clock(),
      );
    },
    // Also without a public place: there may have been one when the document was trashed.
    returned: (connection, { descriptor, ids }) =>
      returnFilesOf(connection, { collection: descriptor.slug, documents: ids }, clock()),
    async deleted(connection, { descriptor, ids }) {
      const gone = { collection: descriptor.slug, documents: ids };
      await markDeadOf(connection, gone, clock());
      if (descriptor.versions !== undefined) await forgetVersionFiles(connection, gone);
    },
  };
}

/**
 * The document with a clean file name, whose extension fits the type, and the address that follows from it.
 * The address names the file, so it decides which one the document has.
 */
function complete(
  descriptor: CollectionDescriptor,
  document: StoredDocument,
  { baseUrl, publicAddress }: Addressing,
): StoredDocument {
  const { slug } = descriptor;
  const file = fileIdIn(document['url']);
  const { id, filename, mimeType } = document;
  if (file === null || typeof mimeType !== 'string') return document;
  // A draft may leave a required field empty, but its file needs an address.
  const name = cleanFilename(typeof filename === 'string' ? filename : '', mimeType);
  const address = { collection: slug, document: String(id), id: file, filename: name };
  const url = publicAddress(keyOf({ collection: slug, id: file })) ?? `${baseUrl}${fileAddress(address)}`;
  const completed = { ...document, filename: name, url };
  if (!descriptor.upload?.images?.sizes.length) return completed;
  const urlOf = (size: NamedSize): string => {
    const sized = { ...address, filename: cleanFilename(name, size.mimeType) };
    const key = sizeKeyOf(slug, { file, name: size.name });
    return publicAddress(key) ?? `${baseUrl}${sizeAddress(size.name, sized)}`;
  };
  return { ...completed, sizes: sizes(descriptor, completed, urlOf) };
}

/** Where the addresses of a document lead. */
interface Addressing extends Pick<FileAddresses, 'baseUrl'> {
  readonly publicAddress: PublicAddress;
}

function sizes(
  descriptor: CollectionDescriptor,
  document: StoredDocument,
  urlOf: (size: NamedSize) => string,
): JsonValue {
  const found = sizesOf(descriptor, imageOf(document));
  if (found.length === 0) return null;
  return Object.fromEntries(
    found.map((size) => {
      const { width, height, mimeType } = size;
      return [size.spec.name, { url: urlOf(size), width, height, mimeType }];
    }),
  );
}

/**
 * A collection that takes other files too cannot have a required field for images alone.
 *
 * @throws ServiceError BAD_USER_INPUT
 */
function checkAlt({ upload }: CollectionDescriptor, published: StoredDocument | null): void {
  if (upload?.images?.needsAlt !== true || published === null) return;
  const { mimeType, alt } = published;
  const isImage = typeof mimeType === 'string' && mimeType.startsWith('image/');
  if (isImage && (typeof alt !== 'string' || alt.trim() === '')) {
    throw badInputAt('alt', reason('field.required'));
  }
}

/** The files that the document names in either view, and those of its versions. */
async function namedFiles(
  connection: Connection,
  { descriptor, id, after: { published, pending } }: WrittenFiles,
): Promise<ReadonlySet<string>> {
  const inVersions =
    descriptor.versions === undefined
      ? []
      : await recordVersionFiles(connection, { descriptor, document: id });
  const inViews = [published, pending?.document].map((document) => fileIdIn(document?.['url']));
  return new Set([...inViews.filter((file) => file !== null), ...inVersions]);
}
