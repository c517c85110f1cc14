import type { CollectionDescriptor, ContractDescriptor } from '../../codegen/descriptors.js';
import { pendingDescriptor } from '../../codegen/pending-descriptor.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Connection, Driver } from '../../storage/driver.js';
import type { FileAddresses } from './file-address.js';

/**
 * Clears the stored texts of documents whose config has other sizes or addresses now: they are built again
 * with addresses of the service. What has a public one gets it later, by {@link collectionsToPublish}.
 */
export async function renewAddresses(
  driver: Driver,
  { collections }: Pick<ContractDescriptor, 'collections'>,
  addresses: FileAddresses,
): Promise<void> {
  const known = await namedIn(driver);
  for (const descriptor of collections) {
    if (descriptor.upload === undefined) continue;
    const before = known.get(descriptor.slug) ?? '[]';
    const names = [false, true].map((isPublished) => nameOf(descriptor, addresses, isPublished));
    if (!names.includes(before)) await renew(driver, descriptor, addresses);
  }
}

/** The collections whose documents do not have the public addresses of this config yet. */
export async function collectionsToPublish(
  driver: Driver,
  collections: readonly CollectionDescriptor[],
  addresses: FileAddresses,
): Promise<readonly CollectionDescriptor[]> {
  const known = await namedIn(driver);
  return collections.filter(
    (descriptor) => known.get(descriptor.slug) === nameOf(descriptor, addresses, false),
  );
}

/** Records that all documents of a collection have the public addresses of this config. */
export async function markPublished(
  driver: Driver,
  descriptor: CollectionDescriptor,
  addresses: FileAddresses,
): Promise<void> {
  await driver.briefTransaction((connection) =>
    keepName(connection, descriptor, { addresses, isPublished: true }),
  );
}

async function namedIn(driver: Driver): Promise<ReadonlyMap<string, string>> {
  const rows = await driver.all('SELECT "collection", "sizes" FROM "_svc_named_sizes"', []);
  return new Map(rows.map(({ collection, sizes }) => [String(collection), String(sizes)]));
}

/** Without any address that is not a path it is what it was before there were others: the sizes alone. */
function nameOf(
  { upload, trash }: CollectionDescriptor,
  { baseUrl, publicUrls }: FileAddresses,
  isPublished: boolean,
): string {
  const sizes = upload?.images?.sizes ?? [];
  if (publicUrls.size > 0) {
    return JSON.stringify({
      ...{ sizes, baseUrl, publicUrls: [...publicUrls], isPublished },
      // What was trashed before there was a public place is hidden then, too.
      ...(trash !== undefined && { hidesTrash: true }),
    });
  }
  return JSON.stringify(baseUrl === '' ? sizes : { sizes, baseUrl });
}

async function renew(
  driver: Driver,
  descriptor: CollectionDescriptor,
  addresses: FileAddresses,
): Promise<void> {
  const tables = [descriptor.table, ...(descriptor.drafts ? [pendingDescriptor(descriptor).table] : [])];
  await driver.briefTransaction(async (connection) => {
    for (const table of tables)
      await connection.run(`UPDATE ${quoteIdentifier(table)} SET "_doc" = NULL`, []);
    await keepName(connection, descriptor, { addresses, isPublished: false });
  });
}

async function keepName(
  connection: Connection,
  descriptor: CollectionDescriptor,
  { addresses, isPublished }: { readonly addresses: FileAddresses; readonly isPublished: boolean },
): Promise<void> {
  await connection.run(
    'INSERT INTO "_svc_named_sizes" ("collection", "sizes") VALUES (?, ?) ' +
      'ON CONFLICT ("collection") DO UPDATE SET "sizes" = excluded."sizes"',
    [descriptor.slug, nameOf(descriptor, addresses, isPublished)],
  );
}
