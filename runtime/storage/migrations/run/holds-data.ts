import { quoteIdentifier } from '../../../query/sql/quote.js';
import type { Connection } from '../../driver.js';
import type { StorageSchema } from '../../schema/storage-schema.js';

/**
 * Whether a loss (`posts.body`, `tags`, `posts:drafts`, `posts:versions`, `posts:trash`, `posts:files`)
 * affects any value. A missing table has none.
 */
export async function holdsData(
  connection: Pick<Connection, 'get'>,
  { tables }: StorageSchema,
  what: string,
): Promise<boolean> {
  const [owner = '', part] = what.split(':');
  if (part !== undefined || tables.some((table) => table.owner === what)) {
    const own = tables.filter(
      (table) =>
        table.owner === owner &&
        (part === undefined || part === 'files'
          ? table.kind === 'documents'
          : part === 'versions' || part === 'trash'
            ? table.kind === part
            : table.pending === true),
    );
    for (const { name } of own) if (await hasRow(connection, name, '1 = 1')) return true;
    return false;
  }
  for (const table of tables) {
    const path = what.startsWith(`${table.owner}.`) ? what.slice(table.owner.length + 1) : null;
    const field = path === null ? undefined : table.fields.find((one) => one.path === path);
    if (field === undefined) continue;
    const columns = field.columns.map((name) => `${quoteIdentifier(name)} IS NOT NULL`);
    // For a field inside rows: any document may have a row.
    if (await hasRow(connection, field.table ?? table.name, columns.join(' OR ') || '1 = 1')) return true;
  }
  return false;
}

async function hasRow(
  connection: Pick<Connection, 'get'>,
  table: string,
  condition: string,
): Promise<boolean> {
  return (
    (await connection.get(`SELECT 1 FROM ${quoteIdentifier(table)} WHERE ${condition} LIMIT 1`, [])) !==
    undefined
  );
}
