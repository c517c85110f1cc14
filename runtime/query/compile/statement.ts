import { reason } from '../../errors/reasons/reason.js';
import { badInput, issueAt, type ServiceError } from '../../errors/service-error.js';
import type { Parameter } from '../sql/parameter.js';
import type { SqlDialect } from '../sql/sql-dialect.js';

/**
 * SQL text and the values of its placeholders, in order. The text depends on the shape of a plan, never on a
 * user's values.
 */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}

/** The alias of the table whose rows a statement reads. */
export const root = 'r0';

/** State while the conditions of one statement are written. */
export interface SqlContext {
  readonly dialect: SqlDialect;
  /** Number of aliases used so far. */
  aliases: number;
  /**
   * Null: conditions may find the rows by an index. Otherwise an index gives the order of the rows,
   * conditions are evaluated on one row after the other, and only these columns, which precede the order in
   * that index, may be searched in an index.
   */
  readonly inOrder: ReadonlySet<string> | null;
  /**
   * Number of relation lists between the rows of the statement and the current one. After the first list
   * there are as many documents as the collection has, times the length of the lists, so conditions are
   * evaluated once on the collection instead.
   */
  lists: number;
}

/** A row that conditions are about: its alias, or JSON of it. */
export interface SqlRow {
  readonly row: string;
  readonly context: SqlContext;
}

export function byIndexes(dialect: SqlDialect): SqlContext {
  return { dialect, aliases: 0, inOrder: null, lists: 0 };
}

/** Evaluates one row after the other in the order of an index, and may search these of its columns. */
export function inOrderOf(columns: ReadonlySet<string>, dialect: SqlDialect): SqlContext {
  return { dialect, aliases: 0, inOrder: columns, lists: 0 };
}

/** Writes a part that concerns the documents in a list of relations. */
export function behindList<T>(context: SqlContext, write: () => T): T {
  context.lists += 1;
  const written = write();
  context.lists -= 1;
  return written;
}

/** A few conditions through nested lists of relations become thousands of subqueries. */
function tooComplex(): ServiceError {
  return badInput(reason('filter.tooComplex'), [issueAt('where', reason('filter.fewerConditions'))]);
}

/** Returns an alias that no other table of the statement has. */
export function nextAlias(context: SqlContext): string {
  context.aliases += 1;
  const { maxTables } = context.dialect;
  if (maxTables !== null && context.aliases > maxTables) throw tooComplex();
  return `r${context.aliases}`;
}
