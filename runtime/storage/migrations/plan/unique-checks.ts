/** Checks of indexes that are unique now. */
import { quoteIdentifier } from '../../../query/sql/quote.js';
import type { IndexSchema } from '../../schema/storage-schema.js';
import type { CheckScope } from './check-scope.js';
import { columnValues } from './column-values.js';
import type { PlannedCheck } from './planned-migration.js';
import { pointersOfField } from './pointers.js';
import { newValue } from './value-checks.js';

export function uniqueChecks(scope: CheckScope): readonly PlannedCheck[] {
  const { before, after } = scope;
  // Both tables at once: see `documents/write/unique-across-views.ts`.
  if (after.pending) return [];
  const former = before.indexes.filter(({ unique }) => unique).map(({ columns }) => columns.join());
  return after.indexes.flatMap((index): readonly PlannedCheck[] => {
    if (index.unique !== true) return [];
    const values = index.columns.map((name) => columnValue(name, scope));
    const isKept = former.includes(values.map((value) => value.former ?? '').join());
    if (isKept) return [];
    return [
      duplicates(
        index,
        values.map(({ sql }) => sql),
        scope,
      ),
    ];
  });
}

function duplicates(
  index: IndexSchema,
  values: readonly string[],
  { before, after, names, table }: CheckScope,
): PlannedCheck {
  const columns = values.map((sql, position) => `${sql} AS "v${position}"`).join(', ');
  const aliases = values.map((_, position) => `"v${position}"`);
  const pending = names.pendingOf(before.name);
  const tables = pending === null ? [table] : [table, quoteIdentifier(pending)];
  const all = tables.map((one) => `SELECT "id", ${columns} FROM ${one}`).join(' UNION ALL ');
  const present = aliases.map((name) => `${name} IS NOT NULL`).join(' AND ');
  return {
    message: `${after.owner}: the index on ${index.columns.join(', ')} is unique now, and documents have the same value`,
    sql:
      `SELECT min("id") AS "id", ${aliases[0] ?? 'NULL'} AS "value", max("id") AS "and also" FROM (${all}) AS "all" ` +
      `WHERE ${present} GROUP BY ${aliases.join(', ')} HAVING count(DISTINCT "id") > 1`,
  };
}

interface ColumnValue {
  readonly sql: string;
  /** The former column, if the value is its value. */
  readonly former: string | null;
}

/** Returns the future value of a column, as SQL over the former columns. */
function columnValue(name: string, scope: CheckScope): ColumnValue {
  const { before, after, changes, dialect, names } = scope;
  const isBuiltIn = ['id', 'createdAt', 'updatedAt'].includes(name);
  if (isBuiltIn && before.columns.some((column) => column.name === name))
    return { sql: quoteIdentifier(name), former: name };
  for (const change of changes) {
    if (change.kind === 'dropped') continue;
    const position = change.after.columns.indexOf(name);
    if (position === -1) continue;
    if (change.kind === 'kept') {
      const former = change.before.columns[position] ?? name;
      return { sql: quoteIdentifier(former), former };
    }
    if (change.kind === 'converted') return { sql: newValue(change, scope), former: null };
    if (change.kind === 'pointed elsewhere') {
      const pointers = pointersOfField({ change, before: change.before, table: before.name, names });
      return { sql: pointers.single(position === 0 ? 'target' : 'collection'), former: null };
    }
    const fallback = change.after.rules?.default;
    const value = fallback === undefined ? null : (columnValues(change.after, fallback)[position] ?? null);
    const type = after.columns.find((column) => column.name === name)?.type ?? 'text';
    return { sql: dialect.literal(value, type), former: null };
  }
  return { sql: 'NULL', former: null };
}
