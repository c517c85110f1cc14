import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type { DocumentFiles } from '../../documents/document-files.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Driver } from '../../storage/driver.js';
import { lockClause } from '../../storage/locks.js';
import { trashTable } from '../../storage/schema/table-names.js';

/** Documents that are looked at in one transaction. */
const batchSize = 100;

interface TrashHiding {
  readonly driver: Driver;
  readonly files: Pick<DocumentFiles, 'trashed'>;
}

/**
 * Hides the files of documents that were trashed before their place had a public address. Returns false if
 * it was stopped.
 */
export async function hideTrashed(
  descriptor: CollectionDescriptor,
  parts: TrashHiding,
  isStopped: () => boolean,
): Promise<boolean> {
  if (descriptor.trash === undefined) return true;
  const { driver } = parts;
  const sql = `SELECT "id" FROM ${quoteIdentifier(trashTable(descriptor))} WHERE "id" > ? ORDER BY "id" LIMIT ${batchSize}`;
  for (let after = ''; ; ) {
    if (isStopped()) return false;
    const ids = (await driver.all(sql, [after])).map(({ id }) => String(id));
    const hidden = await hideUnlocked(descriptor, parts, ids);
    for (const id of ids) {
      if (hidden.has(id)) continue;
      if (isStopped()) return false;
      await hideOne(descriptor, parts, id);
    }
    if (ids.length < batchSize) return true;
    after = ids.at(-1) ?? after;
  }
}

/** Leaves out those that another transaction has locked, and returns the others. */
async function hideUnlocked(
  descriptor: CollectionDescriptor,
  { driver, files }: TrashHiding,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  return driver.briefTransaction(async (connection) => {
    const { dialect } = connection;
    const rows = await connection.all(
      `SELECT "id" FROM ${quoteIdentifier(trashTable(descriptor))} WHERE ${dialect.sql.isAmong('"id"', 'text')}` +
        dialect.locks.skippingClause,
      [JSON.stringify(ids)],
    );
    const found = rows.map(({ id }) => String(id));
    await files.trashed?.(connection, { descriptor, ids: found });
    return new Set(found);
  });
}

/**
 * Waits for what has locked the document: a restore may be refused, and then it stays in the trash. One at a
 * time, since transactions lock the documents of a batch in any order.
 */
async function hideOne(
  descriptor: CollectionDescriptor,
  { driver, files }: TrashHiding,
  id: string,
): Promise<void> {
  await driver.briefTransaction(async (connection) => {
    const lock = lockClause(connection, 'delete');
    const sql = `SELECT 1 FROM ${quoteIdentifier(trashTable(descriptor))} WHERE "id" = ?${lock}`;
    if ((await connection.get(sql, [id])) !== undefined)
      await files.trashed?.(connection, { descriptor, ids: [id] });
  });
}
