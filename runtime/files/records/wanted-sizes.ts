import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type { StoredDocument } from '../../documents/document-model.js';
import type { Connection } from '../../storage/driver.js';
import { imageOf, isSizeOfConfig, type NamedSize, sizesOf } from '../images/image-sizes.js';
import { fileIdIn } from './file-address.js';
import { dropSizes, sizesOfFiles, wantSize } from './size-table.js';

/** The views of a document after a write. */
export interface ViewsOfImage {
  readonly descriptor: CollectionDescriptor;
  /** What is published, and the pending draft. */
  readonly documents: readonly StoredDocument[];
  /** The other files of the document, whose sizes no view names. */
  readonly files: readonly string[];
}

/** Records, in the transaction of a write, which sizes the views of the document name now. */
export async function wantSizesOf(
  connection: Connection,
  { descriptor, documents, files }: ViewsOfImage,
  now: number,
): Promise<void> {
  if (!descriptor.upload?.images?.sizes.length) return;
  const wanted = wantedIn(descriptor, documents);
  const known = await sizesOfFiles(connection, [...new Set([...files, ...wanted.keys()])]);
  for (const [file, sizes] of wanted) {
    for (const size of sizes.values()) {
      const row = known.find((one) => one.file === file && one.name === size.name);
      if (row === undefined || row.state === 'dead') await wantSize(connection, { ...size, file }, now);
    }
  }
  const obsolete = known.filter(
    ({ file, name, state }) => state !== 'dead' && isSizeOfConfig(name) && !wanted.get(file)?.has(name),
  );
  for (const file of new Set(obsolete.map((row) => row.file))) {
    const names = obsolete.filter((row) => row.file === file).map(({ name }) => name);
    await dropSizes(connection, file, { names, now });
  }
}

function wantedIn(
  descriptor: CollectionDescriptor,
  documents: readonly StoredDocument[],
): ReadonlyMap<string, ReadonlyMap<string, NamedSize>> {
  const wanted = new Map<string, Map<string, NamedSize>>();
  for (const document of documents) {
    const file = fileIdIn(document['url']);
    if (file === null) continue;
    const sizes = wanted.get(file) ?? new Map<string, NamedSize>();
    for (const size of sizesOf(descriptor, imageOf(document))) sizes.set(size.name, size);
    wanted.set(file, sizes);
  }
  return wanted;
}
