import { quoteName } from './sqlite-ddl.js';
import type { TableSchema } from './storage-schema.js';

/** The tables that drafts are in which come back with their collection. */
export interface ReturningDrafts {
  readonly pending: TableSchema;
  /** What is published. */
  readonly published: TableSchema;
  /** The lists and references of the drafts. */
  readonly dependents: readonly TableSchema[];
}

/** Finds what belongs to the drafts of a table. */
export function returningDrafts(
  pending: TableSchema,
  tables: readonly TableSchema[],
): ReturningDrafts | null {
  const published = tables.find(
    (table) => table.kind === 'documents' && table.owner === pending.owner && table.pending !== true,
  );
  const dependents = tables.filter(({ columns }) =>
    columns.some(({ name, references }) => name === 'parent' && references?.table === pending.name),
  );
  return published === undefined ? null : { pending, published, dependents };
}

/**
 * Deletes drafts that are older than what is published, and those whose document is gone: while nobody saw them, nobody kept them right. A
 * draft would put old values over new ones, or bring a deleted document back.
 */
export function dropStaleDraftsSql({ pending, published, dependents }: ReturningDrafts): readonly string[] {
  const table = quoteName(pending.name);
  const since = `p."id" = ${table}."id" AND p."updatedAt" <= ${table}."updatedAt"`;
  return [
    `DELETE FROM ${table} WHERE "_live" AND NOT EXISTS (SELECT 1 FROM ${quoteName(published.name)} p WHERE ${since})`,
    ...dependents.map(
      ({ name }) => `DELETE FROM ${quoteName(name)} WHERE "parent" NOT IN (SELECT "id" FROM ${table})`,
    ),
  ];
}
