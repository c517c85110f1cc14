import { reason } from '../../errors/reasons/reason.js';
import { badInput, issueAt } from '../../errors/service-error.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Connection } from '../../storage/driver.js';
import { lockClause } from '../../storage/locks.js';
import type { Reference } from './reference-plan.js';

/** Tables of the collections by slug: the main table, and with drafts that of pending rows. */
export type TargetTables = ReadonlyMap<string, readonly string[]>;

/**
 * Refuses references to documents that do not exist, with one query for each target collection.
 *
 * @throws ServiceError BAD_USER_INPUT that names every such reference.
 */
export async function checkTargets(
  connection: Connection,
  { references, tables }: { readonly references: readonly Reference[]; readonly tables: TargetTables },
): Promise<void> {
  const details = (await missingTargets(connection, { references, tables })).map(({ path, collection, id }) =>
    issueAt(path, reason('document.unknown', { id: id.slice(0, 100), collection })),
  );
  if (details.length > 0) throw badInput(reason('issues.first'), details);
}

/** The references to documents that do not exist. */
export async function missingTargets(
  connection: Connection,
  { references, tables }: { readonly references: readonly Reference[]; readonly tables: TargetTables },
): Promise<readonly Reference[]> {
  const missing: Reference[] = [];
  for (const slug of new Set(references.map(({ collection }) => collection))) {
    const group = references.filter(({ collection }) => collection === slug);
    const ids = [...new Set(group.map(({ id }) => id))];
    const present = await presentInAny(connection, { tables: tables.get(slug) ?? [], ids });
    missing.push(...group.filter(({ id }) => !present.has(id)));
  }
  return missing;
}

/**
 * A relation may name a document that is not published yet. The second table is queried only for ids that are
 * not published. The documents found cannot be deleted until the transaction ends.
 */
async function presentInAny(
  connection: Connection,
  { tables, ids }: { readonly tables: readonly string[]; readonly ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  const present = new Set<string>();
  // A third query finds a document that was published between the first two.
  const looks =
    connection.dialect.hasConcurrentWriters && tables.length > 1 ? [...tables, ...tables] : tables;
  for (const table of looks) {
    const missing = ids.filter((id) => !present.has(id));
    if (missing.length === 0) break;
    for (const id of await presentIds(connection, { table, ids: missing })) present.add(id);
  }
  return present;
}

async function presentIds(
  connection: Connection,
  { table, ids }: { readonly table: string; readonly ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  const lock = lockClause(connection, 'refer');
  const [only] = ids;
  if (ids.length === 1 && only !== undefined) {
    const row = await connection.get(
      `SELECT 1 AS found FROM ${quoteIdentifier(table)} WHERE "id" = ?${lock}`,
      [only],
    );
    return row === undefined ? new Set() : new Set([only]);
  }
  const rows = await connection.all(
    `SELECT "id" FROM ${quoteIdentifier(table)} WHERE ${connection.dialect.sql.isAmong('"id"', 'text')} ORDER BY "id"${lock}`,
    [JSON.stringify(ids)],
  );
  return new Set(rows.map((row) => String(row['id'])));
}
