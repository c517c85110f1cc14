import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type { DocumentFiles, WrittenFiles } from '../../documents/document-files.js';
import type { StoredDocument } from '../../documents/document-model.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Connection } from '../../storage/driver.js';
import { versionsTable } from '../../storage/schema/table-names.js';
import type { Clock } from '../../util/clock.js';
import { cleanFilename } from '../content/clean-filename.js';
import { fileAddress, fileIdIn } from './file-address.js';
import { liveFilesOf, markDead, markDeadOf } from './file-table.js';

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
    deleted: (connection, { descriptor, ids }) =>
      markDeadOf(connection, { collection: descriptor.slug, documents: ids }, clock()),
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
  const documents: readonly unknown[] = [
    published,
    pending?.document,
    ...(await versionsOf(connection, descriptor, id)),
  ];
  const ids = documents.map((document) =>
    fileIdIn((document as Readonly<Record<string, unknown>> | null | undefined)?.['url']),
  );
  return new Set(ids.filter((file) => file !== null));
}

async function versionsOf(
  connection: Connection,
  descriptor: CollectionDescriptor,
  document: string,
): Promise<readonly unknown[]> {
  if (descriptor.versions === undefined) return [];
  const table = quoteIdentifier(versionsTable(descriptor));
  const rows = await connection.all(`SELECT "snapshot" FROM ${table} WHERE "document" = ?`, [document]);
  return rows.map(({ snapshot }) => JSON.parse(String(snapshot)) as unknown);
}
