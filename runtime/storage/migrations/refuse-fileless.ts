import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Driver } from '../driver.js';
import { SchemaError } from '../schema/schema-error.js';
import type { SchemaRecord } from '../schema/schema-record.js';
import type { StorageSchema, TableSchema } from '../schema/storage-schema.js';

/**
 * Refuses files for documents that have none: such a document cannot exist, and nothing could give it a file.
 * Where the config had files before, the documents of that time have theirs still.
 *
 * @throws SchemaError that names a collection and one of its documents.
 */
export async function refuseFileless(
  driver: Driver,
  { record, schema }: { readonly record: SchemaRecord; readonly schema: StorageSchema },
): Promise<void> {
  for (const { name, owner } of schema.tables.filter(hasFiles)) {
    const before = record.schema.tables.find((table) => table.name === name);
    if (before === undefined || hasFiles(before)) continue;
    const hadFiles = record.left.fields.some(
      ({ table, field }) => table === name && field.path === 'checksum',
    );
    const without = hadFiles ? ' WHERE "checksum" IS NULL' : '';
    const found = await driver.get(`SELECT "id" FROM ${quoteIdentifier(name)}${without} LIMIT 1`, []);
    if (found === undefined) continue;
    throw new SchemaError(
      `Each document of ${owner} has a file now, and there are documents without one, such as ${String(found['id'])}. ` +
        'Nothing was changed. Delete them first, or add a collection for the files and refer to it with a field of ' +
        'the type "upload".',
    );
  }
}

function hasFiles({ files }: TableSchema): boolean {
  return files !== undefined;
}
