import type { ColumnSchema, TableSchema } from '../schema/storage-schema.js';
import type { Statements } from '../statements.js';

/** Tables and indexes of one database. */
export interface DdlDialect {
  /** What a user chooses another one of, to begin with an empty database. */
  readonly container: 'file' | 'database';
  /** Creates tables, with indexes, foreign keys and triggers. */
  createTables(connection: Statements, tables: readonly TableSchema[]): Promise<void>;
  /**
   * Replaces the foreign keys of a table by those of a schema. Unlike a migration file, it keeps columns,
   * indexes, triggers and views made by hand; dangling pointers are cleared. `left` describes columns that
   * are not in the schema.
   */
  replaceForeignKeys(
    connection: Statements,
    table: TableSchema,
    left: readonly ColumnSchema[],
  ): Promise<void>;
  /** Statements that drop tables whose foreign keys point to each other. */
  dropTables(names: readonly string[]): readonly string[];
  /** Statements that must run before a migration alters tables. */
  readonly beforeAltering: readonly string[];
  /** The type of a column as {@link Catalogue.columnsSql} reports it. */
  reportedType(column: ColumnSchema): string;

  // The service's own tables

  systemType(type: 'text' | 'integer'): string;
  /** Follows the columns of `CREATE TABLE`. */
  readonly systemTableOptions: string;
  /** Creates the table of the schema record, if it is missing. */
  readonly createRecordSql: string;
  /** Creates the tables that `Dialect.locks` need, if they are missing. */
  readonly createLocksSql: readonly string[];

  readonly catalogue: Catalogue;
  /** Limits the time of `ANALYZE` for the transaction; null where it needs no limit. */
  readonly analysisLimitSql: string | null;
}

/** Queries for what a database contains. */
export interface Catalogue {
  /** One row if the table with this name exists. */
  readonly findTableSql: string;
  /** One row if the index with this name exists. */
  readonly findIndexSql: string;
  /** `name` of the service's own tables and indexes. */
  readonly systemNamesSql: string;
  /** `name` of some tables and views that do not belong to the service or to an extension. */
  readonly othersSql: string;
  /** `name` of some tables that do not belong to the service. */
  readonly otherTablesSql: string;
  /** `table`, `column` and `type` of all columns, without the database's own tables. */
  readonly columnsSql: string;
  /** `name` of all indexes. */
  readonly indexesSql: string;
}
