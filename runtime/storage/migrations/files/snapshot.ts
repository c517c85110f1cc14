import type { StorageSchema } from '../../schema/storage-schema.js';

/**
 * The schema after a migration: the base of the next one. It is next to the SQL files and is committed with
 * them.
 */
export interface Snapshot {
  readonly version: 1;
  /**
   * The previous migration; null for the first one. Two migrations with the same predecessor were made in
   * parallel.
   */
  readonly after: string | null;
  /** Collections whose slug the migration changes: former slug by new slug. */
  readonly renamedCollections: Readonly<Record<string, string>>;
  /** Fields that it renames, by owner: former path by new path. */
  readonly renamedFields: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly schema: StorageSchema;
}

export const emptySchema: StorageSchema = { version: 1, tables: [] };

/**
 * Prints a snapshot. Equal schemas give equal bytes. Each column and field has its own line, so that a merge
 * is readable.
 */
export function printSnapshot({ schema, ...head }: Snapshot): string {
  const tables = schema.tables.map(({ columns, fields, indexes, ...table }) => {
    const list = (items: readonly unknown[]): string =>
      items.length === 0
        ? '[]'
        : `[\n${items.map((item) => `          ${JSON.stringify(item)}`).join(',\n')}\n        ]`;
    return `      {\n        "table": ${JSON.stringify(table)},\n        "columns": ${list(columns)},\n        "indexes": ${list(indexes)},\n        "fields": ${list(fields)}\n      }`;
  });
  const lines = Object.entries(head).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  );
  return `{\n${lines.join('\n')}\n  "schema": {\n    "version": ${schema.version},\n    "tables": [\n${tables.join(',\n')}\n    ]\n  }\n}\n`;
}

/** @throws Error when the text is not a snapshot. */
export function parseSnapshot(text: string): Snapshot {
  const value = JSON.parse(text) as {
    readonly version?: unknown;
    readonly after: string | null;
    readonly renamedCollections: Readonly<Record<string, string>>;
    readonly renamedFields: Snapshot['renamedFields'];
    readonly schema: { readonly version: 1; readonly tables: readonly { readonly table: object }[] };
  } | null;
  if (value?.version !== 1) throw new Error('It is no snapshot of this version of svc.');
  const { after, renamedCollections, renamedFields, schema } = value;
  const tables = schema.tables.map(({ table, ...lists }) => ({ ...table, ...lists }));
  // `printSnapshot` wrote this text.
  return {
    version: 1,
    after,
    renamedCollections,
    renamedFields,
    schema: { version: 1, tables } as unknown as StorageSchema,
  };
}
