import { badInput, type ServiceError } from '../../errors/service-error.js';
import type { StoredValue } from '../../fields/operand.js';
import type { Dialect } from './dialect.js';

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
  readonly dialect: Dialect;
  /** Aliases given so far. */
  aliases: number;
  /**
   * Null: conditions may lead to the rows by an index. Otherwise an index gives the order of the rows, conditions look at one row after
   * the other, and only these columns, which stand before the order in that index, may be searched in an index.
   */
  readonly inOrder: ReadonlySet<string> | null;
}

export function byIndexes(dialect: Dialect): Writing {
  return { dialect, aliases: 0, inOrder: null };
}

/** Few conditions through lists of relations of lists of relations make thousands of subqueries. */
function tooComplex(): ServiceError {
  return badInput(
    'The filter is too complex for the database: use fewer conditions through several relations.',
    [{ path: 'where', message: 'Use fewer conditions through several relations.' }],
  );
}

/** An alias that no other table of the statement has. */
export function nextAlias(writing: Writing): string {
  writing.aliases += 1;
  const { mostTables } = writing.dialect;
  if (mostTables !== null && writing.aliases > mostTables) throw tooComplex();
  return `r${writing.aliases}`;
}
