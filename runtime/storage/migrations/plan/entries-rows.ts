import { quoteIdentifier } from '../../../query/sql/quote.js';
import type { TableChange } from './planned-change.js';
import { pointersOfField } from './pointers.js';
import type { TableNames } from './table-names.js';

/** The query for the entries that stay in a table that is created again. */
export interface EntriesRows {
  readonly sql: string;
  /** The slugs of renamed collections must be updated first. */
  readonly hasOldSlugs: boolean;
}

/** Returns null if the table of entries stays: its entries have the same foreign keys. */
export function entriesRows({ before, after, fields }: TableChange, names: TableNames): EntriesRows | null {
  const point = fields.find(
    (change) => change.kind === 'pointed elsewhere' && change.after.table === after.name,
  );
  if (point?.kind === 'pointed elsewhere') {
    const pointers = pointersOfField({
      change: point,
      before: { ...point.before, table: after.name },
      table: after.name,
      names,
    });
    return { sql: pointers.rows(), hasOldSlugs: false };
  }
  const target = after.columns.find(({ name }) => name === 'target')?.references;
  const former = before.columns.find(({ name }) => name === 'target')?.references;
  const isSame =
    (former && names.now(former.table)) === target?.table && former?.onDelete === target?.onDelete;
  if (isSame) return null;
  const columns = after.columns.map(({ name }) => quoteIdentifier(name)).join(', ');
  const where =
    target === undefined ? '' : ` WHERE "target" IN (SELECT "id" FROM ${quoteIdentifier(target.table)})`;
  return { sql: `SELECT ${columns} FROM ${quoteIdentifier(after.name)}${where}`, hasOldSlugs: true };
}
