/** Converts the values of one relation to those of another relation. */
import { quoteIdentifier, quoteIdentifiers } from '../../../query/sql/quote.js';
import type { FieldSchema } from '../../schema/storage-schema.js';
import type { FieldChange } from './field-changes.js';
import { quoteText } from './literals.js';
import { slugNow } from './renamed-collections.js';
import type { TableNames } from './table-names.js';

export interface Pointers {
  /** The value of a column of a single relation. */
  single(part: 'target' | 'collection'): string;
  /** Fills the table of entries of a list of relations. */
  entries(table: string): string;
  /** Selects entries for {@link Pointers.entries}. */
  rows(): string;
}

export interface PointerSource {
  readonly change: Extract<FieldChange, { kind: 'pointed elsewhere' }>;
  /** The former field in this table. */
  readonly before: FieldSchema;
  /** The table of documents, under its new name. */
  readonly table: string;
  readonly names: TableNames;
}

export function pointersOfField({ change, before, table: documents, names }: PointerSource): Pointers {
  const { from, to } = change;
  const [target = '', collection] = before.columns.map(quoteIdentifier);
  /** Returns the collection of a pointer, from the column that contains it if there is one. */
  const collectionOf = (column: string | undefined): string =>
    from.target === null ? slugNow(column ?? 'NULL', names.renamedCollections) : quoteText(from.target);

  /** An SQL condition for pointers that fit the new relation; empty when all do. */
  function fits(id: string, slug: string): string {
    const targets = change.after.rules?.targets;
    if (to.target === null) return from.target === null || targets?.includes(from.target) ? '' : '1 = 0';
    if (to.target === from.target) return '';
    if (from.target === null) return `${slug} = ${quoteText(to.target)}`;
    const table = names.ofCollection(to.target);
    return table === undefined ? '1 = 0' : `${id} IN (SELECT "id" FROM ${quoteIdentifier(table)})`;
  }

  function single(part: 'target' | 'collection'): string {
    if (before.table !== undefined) {
      const value = part === 'target' ? 'e."target"' : collectionOf('e."collection"');
      const condition = fits('e."target"', collectionOf('e."collection"'));
      return (
        `(SELECT ${value} FROM ${quoteIdentifier(before.table)} e WHERE e."parent" = ${quoteIdentifier(documents)}."id"` +
        `${condition === '' ? '' : ` AND ${condition}`} ORDER BY e."position" LIMIT 1)`
      );
    }
    const value = part === 'target' ? target : collectionOf(collection);
    const condition = fits(target, collectionOf(collection)) || `${target} IS NOT NULL`;
    return `CASE WHEN ${condition} THEN ${value} END`;
  }

  function rows(): string {
    const isPolymorphic = to.target === null;
    if (before.table !== undefined) {
      const columns = [
        'e."parent"',
        'e."position"',
        ...(isPolymorphic ? [collectionOf('e."collection"')] : []),
        'e."target"',
      ];
      const condition = fits('e."target"', collectionOf('e."collection"'));
      return `SELECT ${columns.join(', ')} FROM ${quoteIdentifier(before.table)} e${condition === '' ? '' : ` WHERE ${condition}`}`;
    }
    const columns = ['"id"', '0', ...(isPolymorphic ? [collectionOf(collection)] : []), target];
    const condition = fits(target, collectionOf(collection));
    return (
      `SELECT ${columns.join(', ')} FROM ${quoteIdentifier(documents)} WHERE ${target} IS NOT NULL` +
      (condition === '' ? '' : ` AND ${condition}`)
    );
  }

  return {
    single,
    rows,
    entries: (into) => {
      const columns = ['parent', 'position', ...(to.target === null ? ['collection'] : []), 'target'];
      return `INSERT INTO ${quoteIdentifier(into)} (${quoteIdentifiers(columns)})\n${rows()}`;
    },
  };
}
