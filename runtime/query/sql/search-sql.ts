import type { SearchDescriptor } from '../../codegen/searched-fields.js';
import type { ScorePart, SearchCondition } from '../search/search-expression.js';
import type { Parameter } from './parameter.js';

/** SQL and the values of its placeholders. The text has no value in it. */
export interface SqlPart {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}

/** What gets a score. */
export interface ScoredRows {
  readonly parts: readonly ScorePart[];
  /** Of the table. */
  readonly alias: string;
  /** SQL of the least {@link SearchSql.position} of these rows, where there is such a column. */
  readonly from: string;
}

/** The search of a database in its own index of terms. */
export interface SearchSql {
  /** Whether the document with an id meets a condition. */
  meets(search: SearchDescriptor, condition: SearchCondition, id: string): SqlPart;
  /** The table to join by `id`, for {@link SearchSql.score}. */
  scored(search: SearchDescriptor): string;
  /**
   * A column of {@link SearchSql.scored} by which the index is sorted, where it can be read from one value
   * on; null otherwise. Newer documents have greater values.
   */
  readonly position: string | null;
  /** The score of the document in a row of {@link SearchSql.scored}, which meets the condition. */
  score(search: SearchDescriptor, condition: SearchCondition, scored: ScoredRows): SqlPart;
}
