/**
 * The addresses at which everyone reads a file without the service (docs/spec/uploads.md#serving). Only what
 * is published has them, and of the sizes of an image those that are made: no address in a document is dead.
 */
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type { StoredDocument } from '../../documents/document-model.js';
import type { DocumentState } from '../../documents/document-state.js';
import type { Connection } from '../../storage/driver.js';
import { isJsonObject } from '../../util/json.js';
import { isPublicType } from '../../util/media-types.js';
import { imageOf, sizesOf } from '../images/image-sizes.js';
import { type FileAddresses, fileIdIn } from './file-address.js';
import { keyOf, storageOfFile } from './file-table.js';
import { isHidden } from './hidden-table.js';
import { sizeKeyOf, sizesOfFiles } from './size-table.js';

/** The public address of an object by its key; undefined where the service serves it. */
export type PublicAddress = (key: string) => string | undefined;

/** The public addresses that a document has, as far as they lead to places that are public still. */
export function knownAddresses({ publicUrls }: FileAddresses, { url, sizes }: StoredDocument): PublicAddress {
  if (publicUrls.size === 0) return () => undefined;
  const ofSizes = isJsonObject(sizes) ? Object.values(sizes) : [];
  const known = new Set([url, ...ofSizes.map((size) => (isJsonObject(size) ? size['url'] : null))]);
  return (key) => [...publicUrls.values()].map((base) => `${base}/${key}`).find((one) => known.has(one));
}

/** The public addresses of what a published document names. */
export async function publicAddresses(
  connection: Connection,
  { publicUrls }: FileAddresses,
  {
    descriptor,
    published,
  }: { readonly descriptor: CollectionDescriptor; readonly published: StoredDocument | null },
): Promise<PublicAddress> {
  const id = fileIdIn(published?.['url']);
  if (id === null || published === null || !isPublicType(String(published['mimeType']))) {
    return () => undefined;
  }
  const base = publicUrls.get((await storageOfFile(connection, id)) ?? '-');
  // While its objects return from the trash, the service serves it.
  if (base === undefined || (await isHidden(connection, id))) return () => undefined;
  const { slug } = descriptor;
  const sizes = sizesOf(descriptor, imageOf(published));
  const rows = sizes.length === 0 ? [] : await sizesOfFiles(connection, [id]);
  const made = rows.filter(
    ({ name, made, state }) => made !== null && state === 'made' && sizes.some((size) => size.name === name),
  );
  const keys = [keyOf({ collection: slug, id }), ...made.map((size) => sizeKeyOf(slug, size))];
  return (key) => (keys.includes(key) ? `${base}/${key}` : undefined);
}

/**
 * Both views of a document, each with other addresses. What stays the same is the same object. A draft has
 * the public addresses of what is published where it names the same objects; others are read from the
 * service, which knows who may see drafts.
 */
export function readdressed(
  state: DocumentState,
  readdress: (document: StoredDocument) => StoredDocument,
): DocumentState {
  const published = state.published && readdress(state.published);
  const document = state.pending && readdress(state.pending.document);
  if (published === state.published && document === (state.pending?.document ?? null)) return state;
  return { published, pending: state.pending && document && { ...state.pending, document } };
}
