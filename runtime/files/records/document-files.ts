import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type { DocumentFiles, WrittenFiles } from '../../documents/document-files.js';
import type { StoredDocument } from '../../documents/document-model.js';
import type { Connection } from '../../storage/driver.js';
import type { Clock } from '../../util/clock.js';
import { cleanFilename } from '../content/clean-filename.js';
import { fileAddress, fileIdIn } from './file-address.js';
import { liveFilesOf, markDead, markDeadOf } from './file-table.js';
import { forgetVersionFiles, recordVersionFiles } from './version-files.js';

/** Keeps documents and the table of files in step, in the transactions of documents. */
export function createDocumentFiles(clock: Clock): DocumentFiles {
  return {
    complete,
    async written(connection, written) {
      const { descriptor, id } = written;
      const live = await liveFilesOf(connection, { collection: descriptor.slug, document: id });
      if (live.length === 0) return;
      const named = await namedFiles(connection, written);
      await markDead(
        connection,
        live.filter((file) => !named.has(file)),
        clock(),
      );
    },
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
function complete({ slug }: CollectionDescriptor, document: StoredDocument): StoredDocument {
  const file = fileIdIn(document['url']);
  const { id, filename, mimeType } = document;
  if (file === null || typeof filename !== 'string' || typeof mimeType !== 'string') return document;
  const name = cleanFilename(filename, mimeType);
  const url = fileAddress({ collection: slug, document: String(id), id: file, filename: name });
  return { ...document, filename: name, url };
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
