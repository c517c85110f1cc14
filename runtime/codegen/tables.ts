/** Names of tables: one for each collection, each global, and each `hasMany` relation outside rows. */
import { avoidedBeginnings, reservedBeginnings } from './databases.js';
import { createNameRoom, type NameRoom } from './names.js';

/**
 * A table `posts` may have further tables and indexes with these suffixes: references in rows, pending drafts
 * and theirs, versions. Join tables get them too.
 */
export const tableSuffixes = [
  '__refs',
  '__pending',
  '__pending__refs',
  '__pending__target',
  '__pending__live',
  '__versions',
  '__versions__target',
  '__trash',
  '__trash__deleted',
  '__trash__batch',
  '__target',
] as const;

/** Leaves space for the longest suffix. */
const maxTableNameLength = 45;

/**
 * Table-valued functions of SQLite that queries call, and names that a database reserves:
 * a table of the same name would hide the function or be refused.
 */
const functions = new Set([
  'json_each',
  'json_tree',
  'jsonb_each',
  'jsonb_tree',
  'generate_series',
  'dbstat',
]);

export interface TableNames {
  /** Table of each collection by slug. */
  readonly collections: ReadonlyMap<string, string>;
  readonly globals: ReadonlyMap<string, string>;
  /** Join tables and indexes, which in SQLite share the names of tables. */
  readonly room: NameRoom;
}

/** Names every table of a config. The order of slugs does not matter. */
export function nameTables(collections: readonly string[], globals: readonly string[]): TableNames {
  const room = createNameRoom({ maxLength: maxTableNameLength, suffixes: tableSuffixes });
  const named = (
    slugs: readonly string[],
    natural: (slug: string) => string,
    kind: string,
  ): Map<string, string> =>
    new Map([...slugs].sort(byLength).map((slug) => [slug, room.take(natural(slug), `${kind}.${slug}`)]));
  return {
    collections: named(collections, collectionTable, 'collections'),
    // No collection can be called `globals`, so nothing else is named like this.
    globals: named(globals, (slug) => `globals__${collectionTable(slug)}`, 'globals'),
    room,
  };
}

/**
 * `blog-posts` → `blog_posts`. Runs of marks become one `_`, so that `__` always separates a table from its
 * suffix; slugs that would collide are equal in camelCase, which a config may not have.
 */
function collectionTable(slug: string): string {
  const name = slug.replace(/[-_]+/g, '_').replace(/_$/, '');
  const begins = (beginning: string): boolean => name.startsWith(beginning);
  if (reservedBeginnings.some(begins)) return `_${name}`;
  return avoidedBeginnings.some(begins) || functions.has(name) ? `${name}_` : name;
}

function byLength(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1);
}
