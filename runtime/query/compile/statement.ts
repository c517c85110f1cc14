import type { StoredValue } from '../../fields/operand.js';

export type Parameter = StoredValue | null;

/** SQL text and the values of its placeholders, in order. The text depends on the shape of a plan, never on a user's values. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}

/** The alias of the table whose rows a statement is about. */
export const root = 'r0';

/** How the conditions of one statement are written. */
export interface Writing {
  /** Aliases given so far. */
  aliases: number;
  /**
   * Null: conditions may lead to the rows by an index. Otherwise an index gives the order of the rows, conditions look at one row after
   * the other, and only these columns, which stand before the order in that index, may be searched in an index.
   */
  readonly inOrder: ReadonlySet<string> | null;
}

export function byIndexes(): Writing {
  return { aliases: 0, inOrder: null };
}

/** An alias that no other table of the statement has. */
export function nextAlias(writing: Writing): string {
  writing.aliases += 1;
  return `r${writing.aliases}`;
}
