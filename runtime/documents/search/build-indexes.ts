import type { ContractDescriptor } from '../../codegen/descriptors.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Connection, WriteSource } from '../../storage/driver.js';
import { noteBuilt, type SearchIndex, unbuiltIndexes } from '../../storage/search/search-tables.js';
import { nextSlice } from '../../util/slices.js';
import { createDocumentModel } from '../document-model.js';
import { documentsOfRows } from '../read/find-stored.js';
import { selectTexts } from '../read/load-outgoing.js';
import { createSearchWriter, type SearchWriter } from './search-writer.js';

/** Documents that one transaction indexes: other writes wait for it on SQLite. */
const batchSize = 200;

export interface BuiltIndex {
  /** Documents in the index. */
  readonly documents: number;
  /** Entries without a document, which were removed. */
  readonly removed: number;
}

/**
 * Indexes every document again, in batches between which others write. Each batch locks its documents, so
 * that none is indexed by what it was before. It may run again after it was interrupted.
 *
 * @param seen - called after each batch with the number of its documents
 */
export async function buildIndex(
  driver: WriteSource,
  index: SearchIndex,
  seen: (documents: number) => void = () => undefined,
): Promise<BuiltIndex> {
  const writer = createSearchWriter(index.collection);
  if (writer === null) return { documents: 0, removed: 0 };
  let documents = 0;
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after;
    const batch: Batch = await driver.transaction((connection) =>
      indexBatch(connection, { index, writer, after: from }),
    );
    documents += batch.documents;
    seen(batch.documents);
    after = batch.last;
    await nextSlice();
  }
  const removed = await removeStrays(driver, index, writer);
  await noteBuilt(driver, index);
  return { documents, removed };
}

/** Builds what is not built yet: after a search was added or changed. */
export async function buildIndexes(
  driver: WriteSource,
  contract: ContractDescriptor,
): Promise<readonly (BuiltIndex & { readonly slug: string })[]> {
  const built: (BuiltIndex & { readonly slug: string })[] = [];
  for (const index of await unbuiltIndexes(driver, contract))
    built.push({ slug: index.collection.slug, ...(await buildIndex(driver, index)) });
  return built;
}

interface Batch {
  readonly documents: number;
  /** The id of its last document; null where no further one follows. */
  readonly last: string | null;
}

async function indexBatch(
  connection: Connection,
  {
    index: { collection },
    writer,
    after,
  }: { readonly index: SearchIndex; readonly writer: SearchWriter; readonly after: string },
): Promise<Batch> {
  const { dialect } = connection;
  const table = quoteIdentifier(collection.table);
  const found = await connection.all(
    `SELECT "id" FROM ${table} WHERE "id" > ? ORDER BY "id" LIMIT ${batchSize}${dialect.locks.clause('change')}`,
    [after],
  );
  const ids = found.map((row) => String(row['id']));
  const rows = await connection.all(selectTexts(collection.table, dialect.sql, ''), [JSON.stringify(ids)]);
  const documents = await documentsOfRows(connection, { model: createDocumentModel(collection), rows });
  for (const document of documents.values()) await writer.write(connection, document, null);
  return { documents: documents.size, last: ids.length < batchSize ? null : (ids.at(-1) ?? null) };
}

/** Entries of documents that were deleted by other means than the service. */
async function removeStrays(
  driver: WriteSource,
  { collection, search }: SearchIndex,
  writer: SearchWriter,
): Promise<number> {
  const ids = driver.dialect.search.idsTable(search.table);
  return driver.transaction(async (connection) => {
    const rows = await connection.all(
      `SELECT i."id" FROM ${ids} i WHERE NOT EXISTS (SELECT 1 FROM ${quoteIdentifier(collection.table)} r0 WHERE r0."id" = i."id")`,
      [],
    );
    if (rows.length > 0)
      await writer.remove(
        connection,
        rows.map((row) => String(row['id'])),
      );
    return rows.length;
  });
}
