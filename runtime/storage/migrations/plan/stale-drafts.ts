import { quoteIdentifier } from '../../../query/sql/quote.js';
import type { StorageSchema, TableSchema } from '../../schema/storage-schema.js';
import type { LosslessChange } from './planned-change.js';

/** The tables of drafts that return with their collection. */
export interface ReturningDrafts {
  readonly pending: TableSchema;
  /** The table of published documents. */
  readonly published: TableSchema;
  /** The lists and references of the drafts. */
  readonly dependents: readonly TableSchema[];
}

/** Finds the tables of all drafts that were left behind and are wanted again. */
export function returningDrafts(
  changes: readonly LosslessChange[],
  { tables }: StorageSchema,
): readonly ReturningDrafts[] {
  return changes.flatMap((change) => {
    if (change.kind !== 'extend table' || !change.isBack || change.after.pending !== true) return [];
    const pending = change.after;
    const published = tables.find(
      (table) => table.kind === 'documents' && table.owner === pending.owner && table.pending !== true,
    );
    const dependents = tables.filter(({ columns }) =>
      columns.some(({ name, references }) => name === 'parent' && references?.table === pending.name),
    );
    return published === undefined ? [] : [{ pending, published, dependents }];
  });
}

/**
 * Deletes drafts that are older than the published document, and those whose document is gone: they were not
 * maintained while the collection had no drafts. Such a draft would replace new values with old ones, or
 * restore a deleted document.
 */
export function dropStaleDraftsSql({ pending, published, dependents }: ReturningDrafts): readonly string[] {
  const table = quoteIdentifier(pending.name);
  const since = `p."id" = ${table}."id" AND p."updatedAt" <= ${table}."updatedAt"`;
  return [
    `DELETE FROM ${table} WHERE "_live" AND NOT EXISTS (SELECT 1 FROM ${quoteIdentifier(published.name)} p WHERE ${since})`,
    ...dependents.map(
      ({ name }) => `DELETE FROM ${quoteIdentifier(name)} WHERE "parent" NOT IN (SELECT "id" FROM ${table})`,
    ),
  ];
}
