import type { StoredDocument } from '../../documents/document-model.js';
import { fileIdIn } from '../../files/records/file-address.js';

/** A view of a document, with what its line says of its file. */
export function withFile(view: StoredDocument): StoredDocument {
  const { checksum = null, filename = null, focalX, focalY } = view;
  const focus = focalX === undefined || focalY === undefined ? {} : { focalX, focalY };
  return { ...view, file: { fileId: fileIdIn(view['url']), checksum, filename, ...focus } };
}
