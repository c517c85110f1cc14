/**
 * Which file each version of a document names: so that a file is found in a long history, and its end
 * noticed, without reading the history.
 */
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Connection } from '../../storage/driver.js';
import { versionsTable } from '../../storage/schema/table-names.js';
import { fileIdIn } from './file-address.js';

/** A document with a history. */
export interface VersionedDocument {
  readonly descriptor: CollectionDescriptor;
  readonly document: string;
}

/**
 * Brings the table in step with the versions that a document has, in the transaction of its write. Returns
 * the files that they name.
 */
export async function recordVersionFiles(
  connection: Connection,
  { descriptor, document }: VersionedDocument,
): Promise<readonly string[]> {
  const { slug } = descriptor;
  const versions = quoteIdentifier(versionsTable(descriptor));
  const added = await connection.all(
    `SELECT "id", "snapshot" FROM ${versions} WHERE "document" = ? AND "id" NOT IN ` +
      `(SELECT "version" FROM "_svc_file_versions" WHERE "collection" = ? AND "document" = ?)`,
    [document, slug, document],
  );
  for (const { id, snapshot } of added) {
    const { url } = JSON.parse(String(snapshot)) as { readonly url?: unknown };
    await connection.run(
      `INSERT INTO "_svc_file_versions" ("version", "collection", "document", "file") VALUES (?, ?, ?, ?)`,
      [String(id), slug, document, fileIdIn(url) ?? ''],
    );
  }
  await connection.run(
    `DELETE FROM "_svc_file_versions" WHERE "collection" = ? AND "document" = ? AND "version" NOT IN ` +
      `(SELECT "id" FROM ${versions} WHERE "document" = ?)`,
    [slug, document, document],
  );
  const named = await connection.all(
    `SELECT DISTINCT "file" FROM "_svc_file_versions" WHERE "collection" = ? AND "document" = ?`,
    [slug, document],
  );
  return named.map(({ file }) => String(file));
}

/** The ids of the versions of a document that name a file. */
export async function versionsWithFile(
  connection: Connection,
  { descriptor, document, file }: VersionedDocument & { readonly file: string },
): Promise<readonly string[]> {
  const rows = await connection.all(
    `SELECT "version" FROM "_svc_file_versions" WHERE "file" = ? AND "collection" = ? AND "document" = ?`,
    [file, descriptor.slug, document],
  );
  return rows.map(({ version }) => String(version));
}

/** Forgets the versions of documents that are deleted. */
export async function forgetVersionFiles(
  connection: Connection,
  { collection, documents }: { readonly collection: string; readonly documents: readonly string[] },
): Promise<void> {
  await connection.run(
    `DELETE FROM "_svc_file_versions" WHERE "collection" = ? AND ${connection.dialect.sql.isAmong('"document"', 'text')}`,
    [collection, JSON.stringify(documents)],
  );
}
