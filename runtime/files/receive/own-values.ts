import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type { OwnValues } from '../../documents/write/intent.js';
import type { ReceivedFile } from './store-file.js';

/** What only the file says. Of the address and the sizes, the document knows the rest. */
export function ownValues(
  { id, mimeType, bytes, checksum, image }: ReceivedFile,
  { upload }: CollectionDescriptor,
): OwnValues {
  const values = { mimeType, filesize: bytes, checksum, url: id };
  if (upload?.images === undefined) return { names: new Set(Object.keys(values)), values };
  const { width = null, height = null, thumbhash = null } = image ?? {};
  const sizes = upload.images.sizes.length === 0 ? {} : { sizes: image === null ? null : {} };
  const all = { ...values, width, height, thumbhash, ...sizes };
  return { names: new Set(Object.keys(all)), values: all };
}
