/** How a database would read if it had another index. Nothing is stored, and no table of a user changes. */
import type { Statement } from '../../query/compile/statement.js';
import type { IndexSchema, TableSchema } from '../schema/storage-schema.js';

/** What the planner of a database says of a statement. */
export interface StatementPlan {
  /** The indexes that it reads. */
  readonly used: ReadonlySet<string>;
  /** Those of them whose rows need no sorting afterwards. */
  readonly inOrder: ReadonlySet<string>;
}

/** An index that does not exist. */
export interface TriedIndex {
  readonly table: TableSchema;
  readonly index: IndexSchema;
}

export interface IndexTrial {
  /** Plans a statement as if the index existed besides those of its table. */
  explain(statement: Statement, index: TriedIndex): Promise<StatementPlan>;
  close(): Promise<void>;
}
