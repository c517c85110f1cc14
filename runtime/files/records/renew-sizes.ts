import type { CollectionDescriptor, ContractDescriptor } from '../../codegen/descriptors.js';
import { pendingDescriptor } from '../../codegen/pending-descriptor.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Driver } from '../../storage/driver.js';
import { type SystemTable, systemColumns } from '../../storage/schema/system-tables.js';

/** Which sizes the stored texts of documents name. */
export const namedSizesTables: readonly SystemTable[] = [
  {
    name: '_svc_named_sizes',
    columns: systemColumns('text', { required: ['collection', 'sizes'] }),
    primaryKey: ['collection'],
    indexes: [],
  },
];

/**
 * Clears the stored texts of documents whose config has other sizes now: they are built again with the
 * addresses of the new ones, which are made when they are requested.
 */
export async function renewSizes(driver: Driver, { collections }: ContractDescriptor): Promise<void> {
  const rows = await driver.all('SELECT "collection", "sizes" FROM "_svc_named_sizes"', []);
  const known = new Map(rows.map(({ collection, sizes }) => [collection, sizes]));
  for (const descriptor of collections) {
    const sizes = JSON.stringify(descriptor.upload?.images?.sizes ?? []);
    if (sizes !== (known.get(descriptor.slug) ?? '[]')) await renew(driver, descriptor, sizes);
  }
}

async function renew(driver: Driver, descriptor: CollectionDescriptor, sizes: string): Promise<void> {
  const tables = [descriptor.table, ...(descriptor.drafts ? [pendingDescriptor(descriptor).table] : [])];
  await driver.briefTransaction(async (connection) => {
    for (const table of tables)
      await connection.run(`UPDATE ${quoteIdentifier(table)} SET "_doc" = NULL`, []);
    await connection.run(
      'INSERT INTO "_svc_named_sizes" ("collection", "sizes") VALUES (?, ?) ' +
        'ON CONFLICT ("collection") DO UPDATE SET "sizes" = excluded."sizes"',
      [descriptor.slug, sizes],
    );
  });
}
