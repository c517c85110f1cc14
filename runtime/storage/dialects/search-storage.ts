import type { SearchDescriptor } from '../../codegen/searched-fields.js';
import type { SearchEntry } from '../../query/search/search-entry.js';
import type { SqlPart } from '../../query/sql/search-sql.js';

/** How a database keeps the index of a search. The index has a row for each row of documents. */
export interface SearchStorage {
  createSql(search: SearchDescriptor): readonly string[];
  dropSql(table: string): readonly string[];
  /** Statements that index a document, or index it again. */
  putSql(search: SearchDescriptor, id: string, entry: SearchEntry): readonly SqlPart[];
  /**
   * Statements that remove documents from an index.
   *
   * @param isAmong - the condition that an expression is one of the ids in a parameter
   */
  removeSql(table: string, isAmong: (id: string) => string): readonly string[];
  /** The table with the `id` of every indexed document. */
  idsTable(table: string): string;
}
