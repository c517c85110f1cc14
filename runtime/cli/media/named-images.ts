import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { pendingDescriptor } from '../../codegen/pending-descriptor.js';
import { type DocumentImage, imageOf } from '../../files/images/image-sizes.js';
import { fileIdIn } from '../../files/records/file-address.js';
import type { LiveFile } from '../../files/records/file-table.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Connection } from '../../storage/driver.js';
import { isJsonObject } from '../../util/json.js';

const names: ReadonlySet<string> = new Set(['url', 'mimeType', 'width', 'height', 'focalX', 'focalY']);

/** What the published document and its pending draft say of an image: as far as they name this file. */
export async function namedImages(
  connection: Connection,
  descriptor: CollectionDescriptor,
  file: LiveFile,
): Promise<readonly DocumentImage[]> {
  // These fields have plain columns of their names.
  const columns = descriptor.fields.flatMap(({ name }) => (names.has(name) ? [quoteIdentifier(name)] : []));
  const tables = [descriptor.table, ...(descriptor.drafts ? [pendingDescriptor(descriptor).table] : [])];
  const images: DocumentImage[] = [];
  for (const table of tables) {
    const row: unknown = await connection.get(
      `SELECT ${columns.join(', ')} FROM ${quoteIdentifier(table)} WHERE "id" = ?`,
      [file.document],
    );
    const image = isJsonObject(row) && fileIdIn(row['url']) === file.id ? imageOf(row) : null;
    if (image !== null) images.push(image);
  }
  return images;
}
